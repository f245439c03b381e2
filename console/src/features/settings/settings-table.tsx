import { Checkbox, Code, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import type { Setting } from './settings-api.ts';
import { settingsCopy } from './settings-copy.ts';

const route = getRouteApi('/office/settings');

export function SettingsTable({ settings }: { settings: Setting[] }) {
  const copy = useCopy(settingsCopy);
  const { q = '', only } = route.useSearch();
  const navigate = route.useNavigate();
  const wanted = q.trim().toLowerCase();
  const shown = settings.filter(
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
            void navigate({
              search: ({ q: _, ...rest }) => ({ ...rest, ...(value && { q: value }) }),
              replace: true,
            })
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
      {shown.length === 0 ? (
        <Text>{copy.none}</Text>
      ) : (
        <HeadedTable heads={[copy.name, { label: copy.value, w: '38%' }]} layout="fixed" verticalSpacing="xs">
          {shown.map((setting) => (
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
  const { value, unit, set, secret, default: byDefault } = setting;
  if (secret) return <Text size="sm">{set ? copy.secretSet : copy.notSet}</Text>;
  if (value === undefined || value === '') return <Text size="sm">{copy.notSet}</Text>;
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Code>{value}</Code> {unit}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {set ? byDefault && copy.defaultIs(byDefault) : copy.isDefault}
      </Text>
    </>
  );
}
