import { Alert, Button, Group, Table, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { SearchField } from '../../shared/list/search-field.tsx';
import { useScanner } from '../../shared/scan/use-scanner.ts';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ReturnForm } from './return-form.tsx';
import { type Return, type Returnable, returnableQuery } from './returns-api.ts';
import { returnsCopy } from './returns-copy.ts';

interface BookSectionProps {
  /** What the order is found by. */
  code: string | undefined;
  onCode: (code: string | undefined) => void;
}

/** Finds the order of what came back, and books it. */
export function BookSection({ code, onCode }: BookSectionProps) {
  const copy = useCopy(returnsCopy);
  const { count } = useFormats();
  const [chosen, setChosen] = useState<Returnable>();
  const [booked, setBooked] = useState<Return>();
  const query = returnableQuery(code ?? '');
  const { data, error, refetch } = useQuery({ ...query, ...(code === undefined && { queryFn: skipToken }) });
  const find = (text: string | undefined) => {
    setChosen(undefined);
    setBooked(undefined);
    onCode(text);
  };
  useScanner((_, { text }) => find(text), { isOfPage: true });
  const [only] = data ?? [];
  const order = chosen ?? (data?.length === 1 ? only : undefined);
  const isOpen = code !== undefined && order !== undefined;
  return (
    <Section title={copy.book}>
      <SearchField label={copy.find} value={code} onChange={find} />
      <Text size="sm" c="dimmed" mt={6}>
        {copy.scanHint}
      </Text>
      {booked && (
        <Alert color="green" role="status">
          {copy.booked(count(piecesOf(booked)), booked.orderId)}
        </Alert>
      )}
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {code !== undefined && data?.length === 0 && <Alert color="orange">{copy.nothing(code)}</Alert>}
      {!isOpen && code !== undefined && data && data.length > 1 && (
        <>
          <Text size="sm">{copy.several}</Text>
          <Table>
            <Table.Tbody>
              {data.map((one) => (
                <Table.Tr key={`${one.clientId} ${one.orderId}`}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{one.orderId}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{one.clientName}</Table.Td>
                  <Table.Td>
                    <Group justify="flex-end">
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={copy.choose(one.orderId)}
                        onClick={() => setChosen(one)}
                      >
                        {copy.take}
                      </Button>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
      {isOpen && (
        <ReturnForm
          key={`${order.clientId} ${order.orderId} ${order.piece?.code ?? ''}`}
          order={order}
          onBooked={(one) => {
            find(undefined);
            setBooked(one);
          }}
          onCancel={() => find(undefined)}
        />
      )}
    </Section>
  );
}

export function piecesOf({ items }: Return): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}
