import { Anchor, Group, Select, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import { machinesToChooseQuery, sendBatchFiles } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';

/** Sends the print files of a batch to machines, or downloads them. */
export function BatchFiles({ batchId }: { batchId: string }) {
  const { files: copy } = useCopy(batchesCopy);
  const { data: machines = [] } = useQuery(machinesToChooseQuery);
  const [machineId, setMachineId] = useState('');
  const send = useMutation({ mutationFn: () => sendBatchFiles(batchId, machineId || undefined) });
  return (
    <>
      {send.error && <RequestFailure error={send.error} isChange />}
      <Group gap="xs" align="flex-end">
        {machines.length > 0 && (
          <>
            <Select
              label={copy.machine}
              w={240}
              data={[
                { value: '', label: copy.byRules },
                ...machines.map((one) => ({ value: one.machineId, label: one.name })),
              ]}
              value={machineId}
              allowDeselect={false}
              onChange={(value) => {
                setMachineId(value ?? '');
                send.reset();
              }}
            />
            <ActionButton
              verb="production.work"
              variant="default"
              loading={send.isPending}
              onClick={() => send.mutate()}
            >
              {copy.send}
            </ActionButton>
          </>
        )}
        <Anchor href={`${SERVER_URL}/operator/v1/batches/${batchId}/print-files`} download size="sm">
          {copy.download}
        </Anchor>
      </Group>
      {send.isSuccess && (
        <Text size="sm" mt="xs" role="status">
          {copy.sent}
        </Text>
      )}
    </>
  );
}
