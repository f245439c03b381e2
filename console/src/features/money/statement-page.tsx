import { Badge, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { CorrectionDialog } from '../../shared/money/correction-dialog.tsx';
import {
  CHARGES_SHOWN,
  chargesQuery,
  closeStatement,
  MONEY_KEY,
  monthQuery,
  readStatementCsv,
  readStatementPdf,
  type Statement,
  statementQuery,
} from '../../shared/money/money-api.ts';
import { moneyCopy } from '../../shared/money/money-copy.ts';
import { ChargesTable, FileSaveButton, MissingTable, ThingName, useAmount } from '../../shared/money/money-parts.tsx';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { Facts, HeadedTable, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';

const route = getRouteApi('/office/statements/$clientId/$month');

export function StatementPage() {
  const copy = useCopy(moneyCopy);
  const key = route.useParams();
  const queryClient = useQueryClient();
  const { data: statement, error, refetch } = useQuery(statementQuery(key));
  const { data: present } = useQuery(monthQuery(undefined));
  const [isCorrecting, setCorrecting] = useState(false);
  const isOver = present !== undefined && key.month < present.month;
  if (!statement) return error && <RequestFailure error={error} onRetry={() => void refetch()} />;
  const { clientName, month, closed, totals, missing } = statement;
  return (
    <Page
      title={`${clientName}, ${month}`}
      actions={
        <>
          <Badge color={closed ? 'green' : 'gray'}>{closed ? copy.closed : copy.open}</Badge>
          <FileSaveButton name={`statement-${month}.csv`} label={copy.csv} read={() => readStatementCsv(key)} />
          <FileSaveButton name={`statement-${month}.pdf`} label={copy.pdf} read={() => readStatementPdf(key)} />
          <ActionButton verb="money.change" variant="default" size="compact-sm" onClick={() => setCorrecting(true)}>
            {copy.correct}
          </ActionButton>
          {!closed && (
            <ConfirmButton
              verb="money.change"
              size="compact-sm"
              label={copy.close}
              title={copy.closeTitle(month)}
              {...(!isOver && { refusal: copy.notOver })}
              act={() => closeStatement(key).finally(() => queryClient.invalidateQueries({ queryKey: MONEY_KEY }))}
            >
              {copy.closeMeans}
            </ConfirmButton>
          )}
        </>
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      <Sums statement={statement} />
      {missing.length > 0 && (
        <Section title={copy.missing}>
          <MissingTable clientId={key.clientId} missing={missing} />
        </Section>
      )}
      <Section title={copy.positions}>
        <Positions statement={statement} />
      </Section>
      <EveryCharge of={key} />
      {isCorrecting && (
        <CorrectionDialog {...key} currency={totals[0]?.currency} onClose={() => setCorrecting(false)} />
      )}
    </Page>
  );
}

function Sums({ statement: { clientId, clientName, closed, closedByName = '', totals } }: { statement: Statement }) {
  const copy = useCopy(moneyCopy);
  const { moment } = useFormats();
  const amount = useAmount();
  return (
    <Section title={copy.total}>
      <Facts
        of={[
          [
            copy.client,
            <AnchorLink key={clientId} to="/clients/$clientId" params={{ clientId }} size="sm">
              {clientName}
            </AnchorLink>,
          ],
          [copy.state, closed ? copy.closedOn(moment(closed), closedByName) : copy.open],
          ...totals.flatMap(({ currency, amount: sum, cost }) => [
            [
              `${copy.amount} (${currency})`,
              <b key={currency} data-total={currency}>
                {amount(sum, currency)}
              </b>,
            ] as const,
            [`${copy.cost} (${currency})`, amount(cost, currency)] as const,
          ]),
        ]}
      />
    </Section>
  );
}

function Positions({ statement: { positions } }: { statement: Statement }) {
  const copy = useCopy(moneyCopy);
  const { count } = useFormats();
  const amount = useAmount();
  if (positions.length === 0) return <Text size="sm">{copy.nothing}</Text>;
  const numbers = [copy.quantity, copy.price, copy.amount, copy.cost].map((label) => ({ label, ta: 'right' as const }));
  return (
    <HeadedTable heads={[copy.position, ...numbers]} minWidth={560} verticalSpacing={4}>
      {positions.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is read as a whole
        <Table.Tr key={place} data-position={one.kind}>
          <Table.Td>
            <ThingName of={one} />
          </Table.Td>
          <Table.Td ta="right">{count(one.quantity)}</Table.Td>
          <Table.Td ta="right">{amount(one.unitAmount, one.currency)}</Table.Td>
          <Table.Td ta="right">{amount(one.amount, one.currency)}</Table.Td>
          <Table.Td ta="right">{one.cost === undefined ? '' : amount(one.cost, one.currency)}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}

/** Lists the charges by order when it is opened. The CSV file has all of a long month. */
function EveryCharge({ of }: { of: { clientId: string; month: string } }) {
  const copy = useCopy(moneyCopy);
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({ ...chargesQuery(of), enabled: isOpen });
  return (
    <Section
      title={copy.charges}
      actions={
        !isOpen && (
          <ActionButton verb="money.read" variant="default" size="compact-sm" onClick={() => setOpen(true)}>
            {copy.show}
          </ActionButton>
        )
      }
    >
      {error && <RequestFailure error={error} />}
      {data && <ChargesTable clientId={of.clientId} charges={data} />}
      {data && data.length >= CHARGES_SHOWN && <Text size="sm">{copy.moreCharges}</Text>}
    </Section>
  );
}
