import { Badge, Group, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats, useNow } from '../../shared/copy/copy.ts';
import type { FloorSentence } from '../../shared/floor-sentences/floor-sentences-copy.en.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { useRefusal } from '../../shared/session/use-permission.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { AnchorLink, OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable, RequestFailure } from '../../shared/ui/page.tsx';
import { type Problem, printLabel, problemParcelQuery, shipParcel } from './problems-api.ts';
import { problemsCopy } from './problems-copy.ts';
import { variantOf } from './problems-search.ts';

type ProblemsTableProps = { problems: readonly Problem[]; isOld: boolean };

/** Lists problems, oldest first. */
export function ProblemsTable({ problems, isOld }: ProblemsTableProps) {
  const copy = useCopy(problemsCopy);
  return (
    <HeadedTable
      heads={[copy.problem, copy.about, copy.since, { label: copy.what, w: '48%' }]}
      minWidth={680}
      horizontalSpacing={8}
      isOld={isOld}
    >
      {problems.map((problem) => (
        <ProblemRow key={keyOf(problem)} problem={problem} />
      ))}
    </HeadedTable>
  );
}

const keyOf = ({ kind, clientId, orderId, code, jobId, printerId, bin }: Problem) =>
  [kind, clientId, orderId, code, jobId, printerId, bin].join(' ');

function ProblemRow({ problem }: { problem: Problem }) {
  const copy = useCopy(problemsCopy);
  const { age, moment } = useFormats();
  const now = useNow();
  const { kind, since, code, details = [], detailSentences } = problem;
  const told: readonly FloorSentence[] = detailSentences ?? details.map((message) => ({ message }));
  return (
    <Table.Tr data-problem={kind} {...(kind === 'NO_LABEL' && { 'data-parcel': code })}>
      <Table.Td>
        <Badge color={kind === 'ON_HOLD' || kind === 'BIN' ? 'yellow' : 'red'}>{copy.kind[kind]}</Badge>
      </Table.Td>
      <Table.Td>
        <About problem={problem} />
      </Table.Td>
      <Table.Td title={moment(since)} style={{ whiteSpace: 'nowrap' }}>
        {age(since, now)}
      </Table.Td>
      <Table.Td>
        {told.map((detail) => (
          <Detail key={detail.message} detail={detail} />
        ))}
        <Text size="sm" c="dimmed">
          {copy.todo[kind]}
        </Text>
        <Remedy problem={problem} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Shows the subject of a problem with a link. */
function About({ problem }: { problem: Problem }) {
  const copy = useCopy(problemsCopy);
  const { count } = useFormats();
  const { kind, clientId, orderId, code, printerName, bin, count: number } = problem;
  return (
    <>
      {clientId !== undefined && orderId !== undefined && (
        <OrderLink clientId={clientId} orderId={orderId} hash={kind === 'NO_BLANK' ? code : undefined} />
      )}
      {bin !== undefined && <Text size="sm">{copy.bin(bin)}</Text>}
      {printerName !== undefined && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {printerName}
        </Text>
      )}
      {code !== undefined && (
        <Text size="xs" ff="monospace" c="dimmed">
          {code}
        </Text>
      )}
      {number !== undefined && (
        <Text size="xs" c="dimmed">
          {kind === 'PRINTER' ? copy.jobsWait(count(number)) : copy.piecesOnFloor(count(number))}
        </Text>
      )}
    </>
  );
}

/** Shows the missing data, with a link to the page where they can be added. */
function Detail({ detail }: { detail: FloorSentence }) {
  const copy = useCopy(problemsCopy);
  const { say } = useCopy(floorSentencesCopy);
  const code = variantOf(detail);
  const isProduct = code !== undefined && /^\d{13}$/.test(code);
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {say(detail)}{' '}
      {code !== undefined && (
        <AnchorLink to="/catalogue" search={isProduct ? { q: code } : { q: code, type: 'BLANK' }} size="sm" fw={600}>
          {copy.toArticle(code)}
        </AnchorLink>
      )}
    </Text>
  );
}

/** Shows the actions for a problem. */
function Remedy({ problem }: { problem: Problem }) {
  const copy = useCopy(problemsCopy);
  const { kind, code, reason } = problem;
  if (kind === 'NO_LABEL' && code !== undefined) return <ParcelActions code={code} />;
  if (kind === 'NO_BATCH')
    return (
      <AnchorLink to="/release" size="sm">
        {copy.toRelease}
      </AnchorLink>
    );
  if (kind === 'PRINTER' || kind === 'PRINT_JOB')
    return (
      <AnchorLink to="/printers" size="sm">
        {copy.toPrinters}
      </AnchorLink>
    );
  if (kind === 'NO_BLANK' && reason !== undefined)
    return (
      <Group gap="xs">
        <AnchorLink to="/stock/$kind/$code" params={{ kind: 'ARTICLE', code: reason }} size="sm">
          {copy.toStock(reason)}
        </AnchorLink>
      </Group>
    );
  return null;
}

/** Prints the label of a parcel that was packed without one, then ships the parcel. */
function ParcelActions({ code }: { code: string }) {
  const copy = useCopy(problemsCopy);
  const queryClient = useQueryClient();
  const mayRead = useRefusal('production.work') === undefined;
  const { data: parcel } = useQuery({ ...problemParcelQuery(code), enabled: mayRead });
  const [isShipping, setShipping] = useState(false);
  const [tracking, setTracking] = useState('');
  const settled = () => queryClient.invalidateQueries({ queryKey: ['problems'] });
  const print = useMutation({ mutationFn: () => printLabel(code), onSettled: settled });
  const ship = useMutation({
    mutationFn: () => shipParcel(code, tracking.trim()),
    onSuccess: async () => {
      setShipping(false);
      await settled();
    },
  });
  const label = parcel?.papers.find(({ kind }) => kind === 'LABEL');
  return (
    <>
      {print.error && <RequestFailure error={print.error} isChange />}
      {label && (
        <Text size="sm" role="status">
          {copy.label}: {copy.paper[label.state]}
          {label.printer?.name && ` · ${label.printer.name}`}
        </Text>
      )}
      <Group gap="xs" mt={4}>
        <ActionButton verb="production.work" size="compact-sm" loading={print.isPending} onClick={() => print.mutate()}>
          {copy.printLabel}
        </ActionButton>
        <ActionButton verb="production.work" variant="default" size="compact-sm" onClick={() => setShipping(true)}>
          {copy.ship}
        </ActionButton>
      </Group>
      {isShipping && (
        <Dialog
          title={copy.shipTitle(code)}
          confirm={copy.ship.replace(/\s?…$/, '')}
          change={ship}
          onSubmit={() => ship.mutate()}
          onClose={() => setShipping(false)}
        >
          <TextInput
            data-autofocus
            label={copy.tracking}
            value={tracking}
            onChange={(event) => setTracking(event.currentTarget.value)}
          />
        </Dialog>
      )}
    </>
  );
}
