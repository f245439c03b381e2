import { Group, Stack, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { useSession } from '../../shared/session/use-permission.ts';
import { ConfirmButton } from '../../shared/ui/confirm-button.tsx';
import { type NewSecret, rotateSecret, type SeenClient } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';
import { SecretsTable } from './secrets-table.tsx';

interface ClientAccessProps {
  seen: SeenClient;
  onSecret: (secret: NewSecret) => void;
  onChanged: () => Promise<void>;
}

export function ClientAccess({ seen, onSecret, onChanged }: ClientAccessProps) {
  const copy = useCopy(clientsCopy);
  const { count } = useFormats();
  const { verbs } = useSession();
  const { secrets } = seen.content;
  const rotate = async (revokeOthers: boolean) => {
    onSecret(await rotateSecret(seen, revokeOthers));
    await onChanged();
  };
  return (
    <Stack gap="sm">
      <Text size="sm">
        {copy.secretsAre(count(secrets), secrets === 1)} {secrets > 1 && copy.secretsTwo}
      </Text>
      {verbs.includes('clients.secrets') && <SecretsTable seen={seen} onChanged={onChanged} />}
      <Group gap="xs">
        <ConfirmButton
          verb="clients.secrets"
          label={copy.rotate}
          title={copy.rotateTitle}
          act={() => rotate(false)}
        >
          {copy.rotateMeans}
        </ConfirmButton>
        <ConfirmButton
          verb="clients.secrets"
          label={copy.replace}
          title={copy.replaceTitle}
          isGrave
          act={() => rotate(true)}
        >
          {copy.replaceMeans}
        </ConfirmButton>
      </Group>
    </Stack>
  );
}
