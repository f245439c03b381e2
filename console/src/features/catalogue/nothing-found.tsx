import { Button, Group, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useRefusal } from '../../shared/session/use-permission.ts';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { catalogueCopy } from './catalogue-copy.ts';

interface NothingFoundProps {
  /** What was searched for; undefined where the whole list is empty. */
  q: string | undefined;
  onClear: () => void;
}

export function NothingFound({ q, onClear }: NothingFoundProps) {
  const copy = useCopy(catalogueCopy);
  const mayImport = useRefusal('catalog.change') === undefined;
  if (q === undefined) {
    return (
      <Group gap="sm">
        <Text>{copy.noneYet}</Text>
        {mayImport && (
          <ButtonLink to="/import" size="xs">
            {copy.toImport}
          </ButtonLink>
        )}
      </Group>
    );
  }
  return (
    <Text>
      {copy.none(q)}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        {copy.clear}
      </Button>
    </Text>
  );
}
