import { Alert, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useSession } from '../../shared/session/use-permission.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import type { Overview } from './today-api.ts';
import { todayCopy } from './today-copy.ts';

/** What the service needs and has not, as space on its disk. While all is well there is nothing here. */
export function ServiceTrouble({ trouble }: { trouble: Overview['attention']['service'] }) {
  const copy = useCopy(todayCopy);
  const { verbs } = useSession();
  if (trouble.length === 0) return null;
  return (
    <Alert color="orange" icon={<Icon name="warning" />} title={copy.serviceTitle}>
      {trouble.map(({ name, message }) => (
        <Text key={name} size="sm" data-service={name}>
          <b>{copy.service[name]}</b> {message}
        </Text>
      ))}
      {verbs.includes('settings.read') && (
        <AnchorLink to="/settings" size="sm" underline="always">
          {copy.toSettings}
        </AnchorLink>
      )}
    </Alert>
  );
}
