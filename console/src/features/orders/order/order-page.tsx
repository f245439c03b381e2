import { Badge, Button, Code, CopyButton, Group } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../../shared/copy/copy.ts';
import { partsCopy } from '../../../shared/copy/parts-copy.ts';
import { NotesSection } from '../../../shared/notes/notes-section.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { isHeld } from './order-action-rules.ts';
import { OrderActions } from './order-actions.tsx';
import { notesOfOrder, type OperatorOrder, orderQuery, useOrderAction } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import orderDocumentClasses from './order-document.module.css';
import { OrderItems } from './order-items.tsx';
import { OrderNotices } from './order-notices.tsx';
import classes from './order-page.module.css';
import { OrderPapers } from './order-papers.tsx';
import { OrderParcels } from './order-parcels.tsx';
import { OrderPieces } from './order-pieces.tsx';
import { OrderShipping } from './order-shipping.tsx';
import { OrderStock } from './order-stock.tsx';
import { OrderTimeline } from './order-timeline.tsx';

const route = getRouteApi('/office/orders/$clientId/$orderId');

export function OrderPage() {
  const copy = useCopy(orderCopy);
  const key = route.useParams();
  const { data } = useSuspenseQuery(orderQuery(key));
  const { seen, etag } = data;
  const action = useOrderAction(key);
  const title = (
    <Group gap="sm">
      <span className={classes.id}>{seen.order.orderId}</span>
      <StatusBadge status={seen.order.status} size="lg" />
      {isHeld(seen) && <Badge color="yellow">{copy.held}</Badge>}
      {seen.preferred && (
        <Badge color="violet" title={seen.preferred.by && copy.preferredBy(seen.preferred.by)}>
          {copy.preferred}
        </Badge>
      )}
      {seen.mode === 'sandbox' && <Badge color="gray">{copy.sandbox}</Badge>}
      <span className={classes.client}>{seen.clientName}</span>
    </Group>
  );
  return (
    <Page title={title}>
      <OrderActions orderKey={key} seen={seen} etag={etag} action={action} />
      <OrderNotices seen={seen} etag={etag} action={action} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <OrderItems orderKey={key} seen={seen} />
          <OrderPieces orderKey={key} seen={seen} />
          <OrderPapers seen={seen} />
          <OrderParcels seen={seen} etag={etag} action={action} />
          <OrderDocument seen={seen} />
        </div>
        <div className={classes.column}>
          <OrderShipping orderKey={key} seen={seen} />
          <OrderStock seen={seen} />
          <NotesSection notebook={notesOfOrder(key)} verb="orders.note" empty={copy.noNotes} />
          <OrderTimeline orderKey={key} seen={seen} />
        </div>
      </div>
    </Page>
  );
}

/** Shows the order document that the client reads, for support. */
function OrderDocument({ seen: { order } }: { seen: OperatorOrder }) {
  const copy = useCopy(orderCopy);
  const parts = useCopy(partsCopy);
  const text = JSON.stringify(order, null, 2);
  return (
    <details className={orderDocumentClasses.document}>
      <summary>{copy.document}</summary>
      <CopyButton value={text}>
        {({ copied, copy: take }) => (
          <Button variant="default" size="xs" mb="xs" onClick={take}>
            {copied ? parts.copied : parts.copy}
          </Button>
        )}
      </CopyButton>
      <Code block tabIndex={0}>
        {text}
      </Code>
    </details>
  );
}
