import { Badge, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { ChangeFailure } from '../../shared/ui/page.tsx';
import { carriersQuery, contractCarrier, endContract, type SeenClient } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

type ClientCarriersProps = { seen: SeenClient; onChanged: () => Promise<void> };

export function ClientCarriers({ seen, onChanged }: ClientCarriersProps) {
  const copy = useCopy(clientsCopy);
  const { carriers } = seen.content;
  const change = useMutation({
    mutationFn: ({ carrierId, isDefault }: { carrierId: string; isDefault?: boolean }) =>
      contractCarrier(seen, carrierId, isDefault),
    onSettled: onChanged,
  });
  return (
    <Stack gap="sm">
      <Text size="sm">{carriers.length === 0 ? copy.noCarriers : copy.carriersMeans}</Text>
      <ChangeFailure error={change.error} />
      {carriers.length > 0 && (
        <Table aria-label={copy.carriers}>
          <Table.Tbody>
            {carriers.map(({ carrierId, name, default: isDefault }) => (
              <Table.Tr key={carrierId} data-carrier={carrierId}>
                <Table.Td>
                  {name}{' '}
                  <Text span size="sm" c="dimmed">
                    {carrierId}
                  </Text>
                </Table.Td>
                <Table.Td>
                  {isDefault && (
                    <Badge color="green" miw="max-content">
                      {copy.isDefault}
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td>
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    {!isDefault && (
                      <ActionButton
                        verb="clients.contracts"
                        variant="default"
                        size="compact-sm"
                        aria-label={copy.makeDefaultOf(name)}
                        onClick={() => change.mutate({ carrierId, isDefault: true })}
                      >
                        {copy.makeDefault}
                      </ActionButton>
                    )}
                    <ConfirmButton
                      verb="clients.contracts"
                      size="compact-sm"
                      label={copy.end}
                      aria-label={copy.endOf(name)}
                      title={copy.endTitle(name)}
                      isGrave
                      act={() => endContract(seen, carrierId).then(onChanged)}
                    >
                      {copy.endMeans}
                    </ConfirmButton>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <AddCarrier seen={seen} onAdd={(carrierId) => change.mutate({ carrierId })} />
    </Stack>
  );
}

function AddCarrier({ seen, onAdd }: { seen: SeenClient; onAdd: (carrierId: string) => void }) {
  const copy = useCopy(clientsCopy);
  const { data: all = [] } = useQuery(carriersQuery);
  const [chosen, setChosen] = useState('');
  const contracted = new Set(seen.content.carriers.map(({ carrierId }) => carrierId));
  const others = all.filter(({ carrierId }) => !contracted.has(carrierId));
  if (others.length === 0) return null;
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label={copy.carrier}
        value={chosen}
        data={[
          { value: '', label: copy.chooseCarrier },
          ...others.map(({ carrierId, name }) => ({ value: carrierId, label: name })),
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <ActionButton
        verb="clients.contracts"
        variant="default"
        refusal={chosen === '' ? copy.chooseCarrier : undefined}
        onClick={() => {
          onAdd(chosen);
          setChosen('');
        }}
      >
        {copy.addCarrier}
      </ActionButton>
    </Group>
  );
}
