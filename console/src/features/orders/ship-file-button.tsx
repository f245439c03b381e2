import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { sharedCopy } from '../../shared/copy/shared-copy.ts';
import { saveFile, toCsv } from '../../shared/list/save-file.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ChooseFiles } from '../../shared/ui/choose-files.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import { BulkResults } from './bulk-results.tsx';
import type { OrderSearch } from './order-search.ts';
import { ORDERS_KEY, readAllOrders, shipFromFile } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

/** The columns of the server's format. */
const COLUMNS = ['clientId', 'orderId', 'trackingNumber', 'trackingCarrier', 'trackingUrl'];
/** The server's limit for one file. */
const ROWS_MAX = 2_000;

/**
 * Ships the parcels in a CSV file, such as one from a carrier's tool or a spreadsheet. Each row has its
 * result.
 */
export function ShipFileButton({ search }: { search: OrderSearch }) {
  const copy = useCopy(ordersCopy).shipFile;
  const shared = useCopy(sharedCopy);
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const template = useMutation({
    mutationFn: async () => {
      const { sort: _, ...filters } = search;
      const orders = await readAllOrders({ ...filters, status: 'ACCEPTED' }, ROWS_MAX);
      const rows = orders.map(({ clientId, orderId, carrier }) => [clientId, orderId, '', carrier, '']);
      saveFile(`${copy.templateName}.csv`, toCsv([COLUMNS, ...rows]), 'text/csv;charset=utf-8');
    },
  });
  const ship = useMutation({
    mutationFn: shipFromFile,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ORDERS_KEY }),
    onSuccess: () => setOpen(false),
  });
  const open = () => {
    ship.reset();
    template.reset();
    setOpen(true);
  };
  return (
    <>
      <ActionButton
        verb="orders.ship"
        variant="default"
        leftSection={<Icon name="carriers" size={16} />}
        onClick={open}
      >
        {copy.button}
      </ActionButton>
      {isOpen && (
        <Modal
          opened
          onClose={() => setOpen(false)}
          title={copy.title}
          closeButtonProps={{ 'aria-label': shared.close }}
        >
          <Stack gap="sm">
            <Text size="sm">{copy.means}</Text>
            <Text size="sm">{copy.templateMeans}</Text>
            {ship.error && <RequestFailure error={ship.error} isChange />}
            {template.error && <RequestFailure error={template.error} />}
            <Group justify="space-between">
              <Button
                variant="default"
                leftSection={<Icon name="download" size={16} />}
                loading={template.isPending}
                onClick={() => template.mutate()}
              >
                {copy.template}
              </Button>
              <ChooseFiles
                accept=".csv,text/csv"
                loading={ship.isPending}
                data-autofocus
                onFiles={([file]) => file && ship.mutate(file)}
              >
                {copy.choose}
              </ChooseFiles>
            </Group>
          </Stack>
        </Modal>
      )}
      {ship.data && <BulkResults result={ship.data} onClose={ship.reset} />}
    </>
  );
}
