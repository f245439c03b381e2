import { Badge, Group, Table, Text } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { useCopy, useFormats, useNow } from '../../shared/copy/copy.ts';
import type { FloorSentence } from '../../shared/floor-sentences/floor-sentences-copy.en.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { AnchorLink, ButtonLink, OrderLink } from '../../shared/ui/links.tsx';
import { type OrderStep, OrderStepLink } from '../../shared/ui/order-step.tsx';
import { HeadedTable } from '../../shared/ui/page.tsx';
import { ParcelActions } from './parcel-actions.tsx';
import { groupProblems, type ProblemGroup } from './problem-groups-rules.ts';
import type { Problem } from './problems-api.ts';
import { problemsCopy } from './problems-copy.ts';
import { isOfBuying, variantOf } from './problems-search.ts';
import classes from './problems-table.module.css';

type ProblemsTableProps = { problems: readonly Problem[]; isOld: boolean };

/** Lists problems, oldest first. Equal problems share a row. */
export function ProblemsTable({ problems, isOld }: ProblemsTableProps) {
  const copy = useCopy(problemsCopy);
  return (
    <HeadedTable
      heads={[copy.problem, copy.about, copy.since, { label: copy.what, w: '48%' }]}
      minWidth={680}
      horizontalSpacing={8}
      isOld={isOld}
    >
      {groupProblems(problems).map((group) => (
        <GroupRow key={group.key} group={group} />
      ))}
    </HeadedTable>
  );
}

function GroupRow({ group: { problems } }: { group: ProblemGroup }) {
  const copy = useCopy(problemsCopy);
  const { age, count, moment } = useFormats();
  const now = useNow();
  const [first] = problems;
  const { kind, since, code, details = [], detailSentences } = first;
  const isOfOrders = problems.length > 1 && OF_ORDERS.includes(kind);
  const sentences: readonly FloorSentence[] = detailSentences ?? details.map((message) => ({ message }));
  return (
    <Table.Tr data-problem={kind} {...(kind === 'NO_LABEL' && { 'data-parcel': code })}>
      <Table.Td>
        {/* Beside long sentences, the column is narrow. */}
        <Badge color={kind === 'ON_HOLD' || kind === 'BIN' ? 'yellow' : 'red'} miw="max-content">
          {copy.kind[kind]}
        </Badge>
        {problems.length > 1 && (
          <Text size="sm" mt={4}>
            {count(problems.length)} ×
          </Text>
        )}
      </Table.Td>
      <Table.Td>{isOfOrders ? null : <Subjects problems={problems} />}</Table.Td>
      <Table.Td title={moment(since)} style={{ whiteSpace: 'nowrap' }}>
        {age(since, now)}
      </Table.Td>
      <Table.Td>
        {kind === 'DELIVERY' && <Text size="sm">{copy.deliveries[first.reason ?? '']}</Text>}
        {kind === 'WORK_FAILED' && <Text size="sm">{copy.works[first.reason ?? '']}</Text>}
        {sentences.map((detail) => (
          <Detail key={detail.message} detail={detail} />
        ))}
        {(kind === 'STOPPED' || kind === 'ON_HOLD') && first.reason && <Text size="sm">{first.reason}</Text>}
        <Text size="sm" c="dimmed">
          {kind === 'NO_LABEL' && isOfBuying(first) ? copy.labels.todo : copy.todo[kind]}
        </Text>
        {isOfOrders && <Subjects problems={problems} />}
        <Remedy problem={first} isOne={problems.length === 1} />
      </Table.Td>
    </Table.Tr>
  );
}

/** More subjects of one row are folded. */
const SUBJECTS_SHOWN_MAX = 5;
/** The kinds whose orders each need a decision. */
const OF_ORDERS = ['STOPPED', 'ON_HOLD', 'ASKED_TO_CANCEL', 'NO_BATCH'];

/** Lists the subjects of equal problems. An order that needs a decision has its own buttons. */
function Subjects({ problems }: { problems: ProblemGroup['problems'] }) {
  const copy = useCopy(problemsCopy);
  const list = (some: readonly Problem[]) =>
    some.map((problem) => {
      const isOfOrder = problems.length > 1 && OF_ORDERS.includes(problem.kind);
      const { clientId = '', orderId = '' } = problem;
      return (
        <div key={[orderId, problem.code, problem.jobId].join(' ')} className={classes.subject}>
          {isOfOrder ? (
            <Group gap="xs" justify="space-between">
              <OrderLink clientId={clientId} orderId={orderId} />
              <Remedy problem={problem} isOne />
            </Group>
          ) : (
            <About problem={problem} />
          )}
        </div>
      );
    });
  const rest = problems.slice(SUBJECTS_SHOWN_MAX);
  return (
    <>
      {list(problems.slice(0, SUBJECTS_SHOWN_MAX))}
      {rest.length > 0 && (
        <details>
          <summary className={classes.more}>{copy.more(rest.length)}</summary>
          {list(rest)}
        </details>
      )}
    </>
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

/** The dialogs that solve a problem of an order, the most frequent first. */
const STEPS: Partial<Record<Problem['kind'], readonly OrderStep[]>> = {
  STOPPED: ['amend', 'cancel'],
  ASKED_TO_CANCEL: ['acceptCancellation', 'rejectCancellation'],
  NO_BATCH: ['toBatch'],
};

/** Shows the buttons that solve a problem. `isOne`: the row has no other problem. */
function Remedy({ problem, isOne }: { problem: Problem; isOne: boolean }) {
  const copy = useCopy(problemsCopy);
  const { kind, code, reason, clientId, orderId } = problem;
  if (kind === 'NO_LABEL' && code !== undefined) return <ParcelActions code={code} problem={problem} />;
  const button = (to: LinkProps, label: string) => (
    <ButtonLink {...(to as { to: '/printers' })} size="compact-sm" variant="default" mt={4}>
      {label}
    </ButtonLink>
  );
  if (kind === 'PRINTER' || kind === 'PRINT_JOB') return button({ to: '/printers' }, copy.toPrinters);
  if (kind === 'BIN') return button({ to: '/bins' }, copy.toBins);
  if (kind === 'NO_BLANK' && reason !== undefined)
    return button(
      { to: '/stock/$kind/$code', params: { kind: 'ARTICLE', code: reason } } as LinkProps,
      copy.toStock(reason),
    );
  if (kind === 'NO_BATCH' && !isOne) return button({ to: '/release' }, copy.toRelease);
  if (!isOne || clientId === undefined || orderId === undefined) return null;
  return (
    <Group gap="xs" mt={4}>
      {(STEPS[kind] ?? []).map((step, place) => (
        <OrderStepLink key={step} clientId={clientId} orderId={orderId} step={step} isMain={place === 0}>
          {copy.steps[step]}
        </OrderStepLink>
      ))}
      {!STEPS[kind] && (
        <OrderStepLink clientId={clientId} orderId={orderId}>
          {copy.toOrder}
        </OrderStepLink>
      )}
    </Group>
  );
}
