import { Badge, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy, useFormats, useNow } from '../../../shared/copy/copy.ts';
import { DUE_STATUSES, dueStateOf } from '../../../shared/list/due-rules.ts';
import { OrderCharges } from '../../../shared/money/order-charges.tsx';
import { NotesSection } from '../../../shared/notes/notes-section.tsx';
import { AnnouncedSection } from '../../../shared/returns/announced-section.tsx';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { OrderRepeats } from '../entry/order-repeats.tsx';
import { MarkDialog } from '../mark-dialog.tsx';
import { marksQuery } from '../orders-api.ts';
import { ordersCopy } from '../orders-copy.ts';
import { StatusBadge } from '../status-badge.tsx';
import { isHeld } from './order-action-rules.ts';
import { OrderActions } from './order-actions.tsx';
import { notesOfOrder, type OperatorOrder, orderQuery, useOrderAction } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { OrderItems } from './order-items.tsx';
import { OrderNotices } from './order-notices.tsx';
import classes from './order-page.module.css';
import { OrderPapers } from './order-papers.tsx';
import { OrderParcels } from './order-parcels.tsx';
import { OrderPieces } from './order-pieces.tsx';
import { OrderPrints } from './order-prints.tsx';
import { OrderShipping } from './order-shipping.tsx';
import { OrderStock } from './order-stock.tsx';
import { OrderTimeline } from './order-timeline.tsx';

const route = getRouteApi('/office/orders/$clientId/$orderId');

export function OrderPage() {
  const copy = useCopy(orderCopy);
  const key = route.useParams();
  const { do: step } = route.useSearch();
  const navigate = route.useNavigate();
  /** The address no longer opens the dialog. */
  const endStep = () => step && void navigate({ search: {}, replace: true });
  const steps = { step, onStepEnd: endStep };
  const { data } = useSuspenseQuery(orderQuery(key));
  const { seen, etag } = data;
  const action = useOrderAction(key);
  const { marks } = useCopy(ordersCopy);
  const [isMarking, marking] = useDisclosure();
  const { data: known } = useQuery(marksQuery);
  const title = (
    <Group gap="sm">
      <span className={classes.id}>{seen.order.orderId}</span>
      <StatusBadge status={seen.order.status} size="lg" />
      {isHeld(seen) && <Badge color="yellow">{copy.held}</Badge>}
      {(seen.rush || seen.preferred) && (
        <Badge color="red" variant="filled">
          {copy.rush}
        </Badge>
      )}
      {seen.assignee && (
        <Badge color="blue" variant="outline" tt="none" title={marks.assignee}>
          {seen.assignee.name}
        </Badge>
      )}
      {seen.tags?.map((tag) => (
        <Badge key={tag} color="gray" variant="outline" tt="none">
          {tag}
        </Badge>
      ))}
      <DueBadge seen={seen} />
      {seen.mode === 'sandbox' && <Badge color="gray">{copy.sandbox}</Badge>}
      <span className={classes.client}>{seen.clientName}</span>
    </Group>
  );
  return (
    <Page
      title={title}
      actions={
        <ActionButton verb="orders.note" variant="default" size="compact-sm" onClick={marking.open}>
          {marks.button}
        </ActionButton>
      }
    >
      {isMarking && <MarkDialog orders={[{ ...key, tags: seen.tags }]} onClose={marking.close} />}
      <OrderActions orderKey={key} seen={seen} etag={etag} action={action} {...steps} />
      <OrderNotices seen={seen} etag={etag} action={action} {...steps} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <OrderItems orderKey={key} seen={seen} />
          <OrderPieces orderKey={key} seen={seen} />
          <OrderPrints orderKey={key} seen={seen} />
          <OrderPapers seen={seen} />
          <OrderParcels seen={seen} etag={etag} action={action} />
          {seen.order.shipments && <AnnouncedSection {...key} />}
        </div>
        <div className={classes.column}>
          <OrderRepeats orderKey={key} seen={seen} />
          <OrderShipping orderKey={key} seen={seen} />
          <OrderStock seen={seen} />
          <OrderCharges orderKey={key} />
          <NotesSection
            notebook={notesOfOrder(key)}
            verb="orders.note"
            empty={copy.noNotes}
            people={known?.people ?? []}
          />
          <OrderTimeline orderKey={key} seen={seen} />
        </div>
      </div>
    </Page>
  );
}

/** Shows when an open order is due, in words and colour if it is late or at risk. */
function DueBadge({ seen }: { seen: OperatorOrder }) {
  const copy = useCopy(orderCopy);
  const { moment, age } = useFormats();
  const now = useNow();
  const { due } = seen;
  const { status } = seen.order;
  if (due === undefined || !DUE_STATUSES.includes(status)) return null;
  const state = dueStateOf({ due, status }, now);
  if (state === undefined)
    return (
      <Text size="sm" c="dimmed">
        {copy.due(moment(due))}
      </Text>
    );
  return (
    <Badge color={state === 'LATE' ? 'red' : 'orange'} title={copy.due(moment(due))} data-due={state}>
      {state === 'LATE' ? copy.lateBy(age(due, now)) : copy.atRisk(moment(due))}
    </Badge>
  );
}
