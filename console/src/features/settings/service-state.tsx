import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Facts } from '../../shared/ui/facts.tsx';
import type { Service } from './settings-api.ts';
import { settingsCopy } from './settings-copy.ts';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

export function ServiceState({ service }: { service: Service }) {
  const copy = useCopy(settingsCopy);
  const { version, node, database, disk, checks, metrics } = service;
  const { count } = useFormats();
  const size = (bytes: number) =>
    bytes >= GIB
      ? `${count(Math.round((bytes / GIB) * 10) / 10)} GiB`
      : `${count(Math.round(bytes / MIB))} MiB`;
  return (
    <Facts
      of={[
        [copy.version, version],
        [copy.node, node],
        [
          copy.database,
          `${copy.databaseIs(database.version, size(database.bytes))}, ${database.embedded ? copy.embedded : copy.own}`,
        ],
        [copy.disk, copy.diskIs(size(disk.freeBytes), size(disk.floorBytes))],
        [copy.health, <Checks key="checks" checks={checks} />],
        [
          copy.guides,
          <Group key="guides" gap="md">
            <Anchor href={`${SERVER_URL}/docs`} size="sm">
              {SERVER_URL}/docs
            </Anchor>
          </Group>,
        ],
        [copy.metrics, metrics ?? copy.noMetrics],
      ]}
    />
  );
}

function Checks({ checks }: Pick<Service, 'checks'>) {
  const copy = useCopy(settingsCopy);
  const degraded = checks.filter(({ status }) => status === 'degraded');
  if (degraded.length === 0) return copy.well;
  return (
    <Stack gap={4}>
      {degraded.map(({ name, message }) => (
        <Group key={name} gap="xs" wrap="nowrap" align="flex-start">
          <Badge color="orange" flex="none">
            {name}
          </Badge>
          <Text size="sm">{message}</Text>
        </Group>
      ))}
    </Stack>
  );
}
