import { Alert, Badge, Group, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCopy, useFormats, useNow } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { TestMark } from '../../shared/ui/test-mark.tsx';
import { type OpenLabel, openLabelsQuery, PROBLEMS_KEY, retryLabels } from './problems-api.ts';
import { problemsCopy } from './problems-copy.ts';

/** Retries all labels of one cause, and lists the labels that are still to be voided. */
export function OpenLabels() {
  const { labels: copy, problems } = useCopy(problemsCopy);
  const { count } = useFormats();
  const { data } = useQuery(openLabelsQuery);
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: retryLabels,
    onSettled: () => queryClient.invalidateQueries({ queryKey: PROBLEMS_KEY }),
  });
  const labels = data?.rows ?? [];
  const waiting = labels.filter(({ state, problem }) => (state === 'FAILED' || state === 'COMING') && problem);
  const voiding = labels.filter(({ state }) => state === 'VOIDING' || state === 'NOT_VOIDED');
  const causes = [...Map.groupBy(waiting, ({ problem }) => problem as NonNullable<OpenLabel['problem']>)];
  return (
    <>
      {causes.length > 0 && (
        <Section title={copy.causes}>
          {retry.error && <RequestFailure error={retry.error} isChange />}
          {retry.data && <Alert role="status">{copy.retried(count(retry.data.parcels))}</Alert>}
          {causes.map(([cause, some]) => (
            <Group key={cause} justify="space-between" gap="xs" mt={4} data-cause={cause}>
              <Text size="sm">
                <strong>{copy.parcels(count(some.length) + (data?.next ? '+' : ''))}</strong> {problems[cause]}
              </Text>
              <ActionButton
                verb="production.work"
                size="compact-sm"
                aria-label={`${copy.retryAll}: ${problems[cause]}`}
                loading={retry.isPending && retry.variables === cause}
                onClick={() => retry.mutate(cause)}
              >
                {copy.retryAll}
              </ActionButton>
            </Group>
          ))}
        </Section>
      )}
      {voiding.length > 0 && <LabelsToVoid labels={voiding} />}
    </>
  );
}

/** Lists the labels of reopened and cancelled parcels until the provider has voided them. */
function LabelsToVoid({ labels }: { labels: readonly OpenLabel[] }) {
  const { labels: copy, problems, about, since, what } = useCopy(problemsCopy);
  const { age, money, moment } = useFormats();
  const now = useNow();
  return (
    <Section title={copy.toVoid}>
      <Text size="sm" c="dimmed">
        {copy.toVoidMeans}
      </Text>
      <HeadedTable heads={[about, since, what]} minWidth={480}>
        {labels.map(({ code, clientId, orderId, state, asked, cost, isTest, problem, providerName, nextAttempt }) => (
          <Table.Tr key={code + asked} data-void={code}>
            <Table.Td>
              <OrderLink clientId={clientId} orderId={orderId} />
              <Text size="xs" ff="monospace" c="dimmed">
                {code}
              </Text>
            </Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }} title={moment(asked)}>
              {age(asked, now)}
            </Table.Td>
            <Table.Td>
              <Badge color={state === 'NOT_VOIDED' ? 'red' : 'yellow'}>{copy.voids[state as 'VOIDING']}</Badge>{' '}
              {isTest && <TestMark />}
              <Text size="sm">
                {[providerName, cost && money(cost.amount, cost.currency), problem && problems[problem]]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              <Text size="sm" c="dimmed">
                {state === 'NOT_VOIDED' ? copy.askProvider : nextAttempt && copy.nextAttempt(moment(nextAttempt))}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </HeadedTable>
    </Section>
  );
}
