import { ActionIcon, Code, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ConfirmButton } from '../../shared/ui/action-button.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable, RequestFailure } from '../../shared/ui/page.tsx';
import { DeliveryBadge } from './endpoint-badge.tsx';
import { changeDelivery, type Delivery, deliveryQuery, type Endpoint } from './webhooks-api.ts';
import { webhooksCopy } from './webhooks-copy.ts';

interface DeliveriesTableProps {
  endpoint: Endpoint;
  deliveries: Delivery[];
  /** Whether these are the rows of the previous page, shown while the next one loads. */
  isOld: boolean;
  onChanged: () => Promise<void>;
}

export function DeliveriesTable({ endpoint, deliveries, isOld, onChanged }: DeliveriesTableProps) {
  const copy = useCopy(webhooksCopy);
  return (
    <HeadedTable
      heads={[
        { label: <VisuallyHidden>{copy.body}</VisuallyHidden>, w: 40 },
        copy.event,
        copy.state,
        { label: copy.attempts, ta: 'right' },
        copy.answer,
        { label: <VisuallyHidden>{copy.resend}</VisuallyHidden> },
      ]}
      horizontalSpacing={6}
      isOld={isOld}
    >
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.deliveryId} endpoint={endpoint} delivery={delivery} onChanged={onChanged} />
      ))}
    </HeadedTable>
  );
}

type DeliveryRowProps = { endpoint: Endpoint; delivery: Delivery; onChanged: () => Promise<void> };

function DeliveryRow({ endpoint, delivery, onChanged }: DeliveryRowProps) {
  const copy = useCopy(webhooksCopy);
  const { moment, count } = useFormats();
  const [isOpen, { toggle }] = useDisclosure();
  const { clientId, endpointId, pendingSince } = endpoint;
  const { deliveryId, type, orderId = '', state, created, attempts } = delivery;
  const change = (verb: 'resend' | 'skip') =>
    changeDelivery({ clientId, endpointId, deliveryId }, verb).then(onChanged);
  return (
    <>
      <Table.Tr data-delivery={deliveryId}>
        <Table.Td>
          <ActionIcon variant="subtle" color="gray" aria-label={copy.showBody} aria-expanded={isOpen} onClick={toggle}>
            <Icon name={isOpen ? 'down' : 'right'} size={16} />
          </ActionIcon>
        </Table.Td>
        <Table.Td>
          {type}
          {orderId && (
            <>
              {' '}
              <OrderLink clientId={clientId} orderId={orderId} underline="always" />
            </>
          )}
          <Text size="xs" c="dimmed" title={copy.recorded}>
            {moment(created)}
          </Text>
        </Table.Td>
        <Table.Td>
          <DeliveryBadge state={state} />
          {state === 'pending' && created === pendingSince && (
            <Text size="xs" c="dimmed">
              {copy.blocks}
            </Text>
          )}
        </Table.Td>
        <Table.Td ta="right">{count(attempts)}</Table.Td>
        <Table.Td>
          <DeliveryAnswer delivery={delivery} />
        </Table.Td>
        <Table.Td>
          <Group gap={6} justify="flex-end" wrap="nowrap">
            <ConfirmButton
              verb="webhooks.change"
              size="compact-sm"
              label={copy.resend}
              aria-label={copy.resendOf(type, orderId)}
              title={copy.resendTitle}
              act={() => change('resend')}
            >
              {copy.resendMeans}
            </ConfirmButton>
            <ConfirmButton
              verb="webhooks.change"
              refusal={state === 'pending' ? undefined : copy.refusals.notPending}
              size="compact-sm"
              label={copy.skip}
              aria-label={copy.skipOf(type, orderId)}
              title={copy.skipTitle}
              isGrave
              act={() => change('skip')}
            >
              {copy.skipMeans}
            </ConfirmButton>
          </Group>
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={6}>
            <DeliveryBody endpoint={endpoint} deliveryId={deliveryId} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

/** Shows the last answer of the client's server and the next attempt. */
function DeliveryAnswer({ delivery }: { delivery: Delivery }) {
  const copy = useCopy(webhooksCopy);
  const { moment } = useFormats();
  const { lastStatus, lastError, responseExcerpt, nextAttempt, skippedBy, state, attempts } = delivery;
  return (
    <Stack gap={0}>
      {lastStatus !== undefined && <Text size="sm">{copy.status(lastStatus)}</Text>}
      {lastError && lastError !== 'unexpected_status' && <Text size="sm">{copy.errors[lastError]}</Text>}
      {responseExcerpt && (
        <Text size="xs" c="dimmed" lineClamp={2} maw={260} title={responseExcerpt}>
          {responseExcerpt}
        </Text>
      )}
      {skippedBy && (
        <Text size="xs" c="dimmed">
          {copy.skippedBy(skippedBy)}
        </Text>
      )}
      {state === 'pending' && attempts > 0 && nextAttempt && (
        <Text size="xs" c="dimmed">
          {copy.next(moment(nextAttempt))}
        </Text>
      )}
    </Stack>
  );
}

function DeliveryBody({ endpoint, deliveryId }: { endpoint: Endpoint; deliveryId: string }) {
  const { clientId, endpointId } = endpoint;
  const { data, error, refetch } = useQuery(deliveryQuery({ clientId, endpointId, deliveryId }));
  if (error) return <RequestFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {data ? formatBody(data.body) : '…'}
    </Code>
  );
}

function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
