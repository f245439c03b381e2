import { Anchor, Badge, Checkbox, Code, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { Facts, HeadedTable, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { type Service, type Setting, settingsQuery } from './settings-api.ts';
import { settingsCopy } from './settings-copy.ts';
import { ShopSection } from './shop-section.tsx';

export function SettingsPage() {
  const copy = useCopy(settingsCopy);
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Page title={copy.title}>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <ShopSection />
          <Section title={copy.service}>
            <ServiceState service={data} />
          </Section>
          <Section title={copy.settings}>
            <SettingsTable settings={data.settings} />
          </Section>
        </>
      )}
    </Page>
  );
}

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

function ServiceState({ service }: { service: Service }) {
  const copy = useCopy(settingsCopy);
  const { version, node, database, disk, checks, metrics } = service;
  const { count } = useFormats();
  const size = (bytes: number) =>
    bytes >= GIB ? `${count(Math.round((bytes / GIB) * 10) / 10)} GiB` : `${count(Math.round(bytes / MIB))} MiB`;
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

const route = getRouteApi('/office/settings');

function SettingsTable({ settings }: { settings: Setting[] }) {
  const copy = useCopy(settingsCopy);
  const { q = '', only } = route.useSearch();
  const navigate = route.useNavigate();
  const wanted = q.trim().toLowerCase();
  const listed = settings.filter(
    ({ name, doc, set }) => (!only || set) && `${name} ${doc}`.toLowerCase().includes(wanted),
  );
  return (
    <Stack gap="sm">
      <Text size="sm">{copy.means}</Text>
      <Group>
        <TextInput
          type="search"
          aria-label={copy.find}
          placeholder={copy.find}
          leftSection={<Icon name="search" size={16} />}
          w={300}
          value={q}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: ({ q: _, ...rest }) => ({ ...rest, ...(value && { q: value }) }), replace: true })
          }
        />
        <Checkbox
          label={copy.onlySet}
          checked={only === 'set'}
          onChange={({ currentTarget: { checked } }) =>
            void navigate({
              search: ({ only: _, ...rest }) => ({ ...rest, ...(checked && { only: 'set' }) }),
              replace: true,
            })
          }
        />
      </Group>
      {listed.length === 0 ? (
        <Text>{copy.none}</Text>
      ) : (
        <HeadedTable heads={[copy.name, { label: copy.value, w: '38%' }]} layout="fixed" verticalSpacing="xs">
          {listed.map((setting) => (
            <Table.Tr key={setting.name} data-setting={setting.name}>
              <Table.Td style={{ verticalAlign: 'top' }}>
                <Text size="sm" fw={600} ff="monospace">
                  {setting.name}
                </Text>
                <Text size="sm" c="dimmed" lang="en">
                  {setting.doc}
                </Text>
              </Table.Td>
              <Table.Td style={{ verticalAlign: 'top' }}>
                <Value setting={setting} />
              </Table.Td>
            </Table.Tr>
          ))}
        </HeadedTable>
      )}
    </Stack>
  );
}

function Value({ setting }: { setting: Setting }) {
  const copy = useCopy(settingsCopy);
  const { name, value, unit, set, source, secret, default: byDefault } = setting;
  if (secret) return <Text size="sm">{set ? copy.secretSet : copy.notSet}</Text>;
  if (value === undefined || value === '') return <Text size="sm">{copy.notSet}</Text>;
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Code>{value}</Code> {unit}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {source === 'database'
          ? copy.isStored
          : set
            ? byDefault && copy.defaultIs(byDefault)
            : name === 'TIME_ZONE'
              ? copy.isKept
              : copy.isDefault}
      </Text>
    </>
  );
}
