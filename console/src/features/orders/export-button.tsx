import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { saveFile, toCsv } from '../../shared/list/save-file.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import type { OrderSearch } from './order-search.ts';
import { type ListedOrder, readAllOrders } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

/** The browser holds the whole file in memory. */
const ROWS_MAX = 20_000;

/** Saves all orders that match the filters as a CSV file. */
export function ExportButton({ search }: { search: OrderSearch }) {
  const copy = useCopy(ordersCopy);
  const { count } = useFormats();
  const [read, setRead] = useState(0);
  const save = useMutation({
    mutationFn: async () => {
      const orders = await readAllOrders(search, ROWS_MAX, setRead);
      const { columns } = copy;
      const head = [
        columns.order,
        columns.client,
        columns.recipient,
        copy.filters.country,
        columns.status,
        columns.reason,
        columns.since,
        columns.items,
        columns.carrier,
        columns.created,
        columns.updated,
      ];
      saveFile(`${copy.fileName}.csv`, toCsv([head, ...orders.map(rowOf)]), 'text/csv;charset=utf-8');
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="download" size={16} />}
        loading={save.isPending}
        title={copy.exportLimit(count(ROWS_MAX))}
        onClick={() => save.mutate()}
      >
        {copy.export}
      </Button>
      {save.isPending && <span role="status">{count(read)}</span>}
      {save.error && <RequestFailure error={save.error} />}
    </>
  );
}

function rowOf(order: ListedOrder): (string | number | undefined)[] {
  const { recipient, statusReason, statusSince, carrier } = order;
  return [
    order.orderId,
    order.clientName,
    recipient?.name,
    recipient?.country,
    order.status,
    statusReason,
    statusSince,
    order.items,
    carrier,
    order.created,
    order.updated,
  ];
}
