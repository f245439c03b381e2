import { Anchor, Badge, Group, Image, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SERVER_URL } from '../../../shared/api/api-base.ts';
import { useCopy, useFormats, wordOf } from '../../../shared/copy/copy.ts';
import { usePlaceName } from '../../../shared/copy/parts-copy.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../../shared/ui/dialog.tsx';
import { HeadedTable, RequestFailure, Section } from '../../../shared/ui/page.tsx';
import { ORDERS_KEY } from '../orders-api.ts';
import { ordersCopy } from '../orders-copy.ts';
import {
  machinesToChooseQuery,
  type OperatorOrder,
  type OrderKey,
  type OrderPrintFile,
  orderPiecesQuery,
  type Piece,
  printFilesQuery,
  remakePrintFiles,
  sendPieceFiles,
} from './order-api.ts';
import { orderCopy } from './order-copy.ts';

const TONES = { waiting: 'blue', ready: 'green', failed: 'red' } as const;
/** More pieces are sent with their batch. */
const PIECES_SENT_MAX = 50;

/** Shows the print file of each print, and sends those of pieces to machines. */
export function OrderPrints({ orderKey, seen: { order, mode } }: { orderKey: OrderKey; seen: OperatorOrder }) {
  const { prints: copy } = useCopy(orderCopy);
  const queryClient = useQueryClient();
  const isMade = mode === 'live' && order.status !== 'NEW' && order.status !== 'CANCELLED';
  const isOpen = order.status === 'ASSIGNED' || order.status === 'ACCEPTED';
  const { data: files, error } = useQuery({ ...printFilesQuery(orderKey), enabled: isMade });
  const { data: pieces = [] } = useQuery({ ...orderPiecesQuery(orderKey), enabled: order.status === 'ACCEPTED' });
  const { data: machines = [] } = useQuery({ ...machinesToChooseQuery, enabled: order.status === 'ACCEPTED' });
  const [isSending, setSending] = useState(false);
  const remake = useMutation({
    mutationFn: () => remakePrintFiles(orderKey),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ORDERS_KEY }),
  });
  const toMake = pieces.filter(({ state }) => state === 'TO_MAKE');
  if (!isMade || (!error && !files?.length)) return null;
  const small = { verb: 'production.work', variant: 'default', size: 'compact-sm' } as const;
  return (
    <Section
      title={copy.title}
      actions={
        <Group gap={6}>
          {toMake.length > 0 && machines.length > 0 && (
            <ActionButton {...small} onClick={() => setSending(true)}>
              {copy.send}
            </ActionButton>
          )}
          {isOpen && (
            <ActionButton {...small} loading={remake.isPending} onClick={() => remake.mutate()}>
              {copy.again}
            </ActionButton>
          )}
        </Group>
      }
    >
      {error && <RequestFailure error={error} />}
      {remake.error && <RequestFailure error={remake.error} isChange />}
      <HeadedTable heads={[{ label: '', 'aria-label': copy.picture }, copy.print, copy.file]} minWidth={440} fz="sm">
        {files?.map((file) => (
          <PrintRow key={`${file.position} ${file.print}`} file={file} order={order} />
        ))}
      </HeadedTable>
      {isSending && <SendDialog pieces={toMake} onClose={() => setSending(false)} />}
    </Section>
  );
}

function PrintRow({ file, order }: { file: OrderPrintFile; order: OperatorOrder['order'] }) {
  const { prints: copy } = useCopy(orderCopy);
  const { sayProblem } = useCopy(ordersCopy);
  const { count } = useFormats();
  const nameOfPlace = usePlaceName();
  const { position, print, location, technology, state, kind, widthMm, heightMm, dpi, mirrored, errorCode } = file;
  const pointer = `/items/${position - 1}/customProduct/prints/${print}`;
  const warnings = order.warnings?.filter((one) => one.pointer.startsWith(pointer)) ?? [];
  const facts = [kind, dpi !== undefined && copy.dpi(count(Math.round(dpi))), mirrored && copy.mirrored].filter(
    Boolean,
  );
  return (
    <Table.Tr data-print={`${position} ${location}`} data-state={state}>
      <Table.Td w={84}>
        {file.picture && (
          <Image
            src={SERVER_URL + file.picture}
            alt={copy.pictureOf(position, nameOfPlace(location))}
            w={72}
            h={72}
            fit="contain"
            radius="sm"
          />
        )}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={600}>
          {copy.item(position)} · {nameOfPlace(location)}
        </Text>
        <Text size="xs" c="dimmed">
          {nameOfPlace(technology)}
        </Text>
        {widthMm !== undefined && heightMm !== undefined && (
          <Text size="xs">{copy.size(count(Math.round(widthMm)), count(Math.round(heightMm)))}</Text>
        )}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Stack gap={2} align="flex-start">
          <Badge color={TONES[state]} variant="light" styles={{ label: { overflow: 'visible' } }}>
            {copy.states[state]}
          </Badge>
          {errorCode && <Text size="xs">{wordOf(copy.errors, errorCode, copy.otherError)}</Text>}
          {facts.length > 0 && (
            <Text size="xs" c="dimmed">
              {facts.join(' · ')}
            </Text>
          )}
          {warnings.map((warning) => (
            <Text key={warning.code} size="xs" c="orange.9">
              {sayProblem(warning.message)}
            </Text>
          ))}
          {file.file && (
            <Anchor href={SERVER_URL + file.file} download size="xs">
              {copy.download}
            </Anchor>
          )}
        </Stack>
      </Table.Td>
    </Table.Tr>
  );
}

function SendDialog({ pieces, onClose }: { pieces: readonly Piece[]; onClose: () => void }) {
  const { prints: copy, pieces: words } = useCopy(orderCopy);
  const { data: machines = [] } = useQuery(machinesToChooseQuery);
  const [machineId, setMachine] = useState('');
  const [code, setCode] = useState('');
  const listed = pieces.slice(0, PIECES_SENT_MAX);
  const codes = code === '' ? listed.map((one) => one.code) : [code];
  const change = useDialogChange(() => sendPieceFiles(codes, machineId), ['machines'], onClose);
  return (
    <Dialog title={copy.send} confirm={copy.send} change={change} onSubmit={() => change.mutate()} onClose={onClose}>
      <NativeSelect
        data-autofocus
        label={words.piece}
        value={code}
        data={[
          { value: '', label: copy.allOf(listed.length) },
          ...listed.map((one) => ({
            value: one.code,
            label: `${one.code} · ${words.pieceOf(one.position, one.copy)}`,
          })),
        ]}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <NativeSelect
        label={copy.machine}
        value={machineId}
        data={[
          { value: '', label: copy.byRules },
          ...machines.map((one) => ({ value: one.machineId, label: one.name })),
        ]}
        onChange={(event) => setMachine(event.currentTarget.value)}
      />
      <Text size="sm">{copy.sendMeans}</Text>
    </Dialog>
  );
}
