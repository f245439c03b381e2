import { Fragment, type ReactNode } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import type { AuditEntry } from './audit-api.ts';
import { auditCopy } from './audit-copy.ts';
import { sentenceParts, toldAs } from './audit-sentence.ts';

/** What was done, in a sentence whose subject is a link to it. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const copy = useCopy(auditCopy);
  const { action, detail } = toldAs(entry);
  const parts = sentenceParts(copy.actions[action] ?? copy.other(action), detail);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name, and never move.
    <Fragment key={index}>{'words' in part ? part.words : <Subject entry={entry} />}</Fragment>
  ));
}

function Subject({ entry: { subject } }: { entry: AuditEntry }): ReactNode {
  const copy = useCopy(auditCopy);
  const { kind, id, name } = subject;
  if (id === undefined) return kind === 'catalog' ? copy.catalogue : copy.kinds[kind];
  // An orderId may have slashes itself; a clientId has none.
  const [clientId = '', ...rest] = id.split('/');
  const orderId = rest.join('/');
  const label = kind === 'order' ? `${orderId}${name ? ` (${name})` : ''}` : (name ?? id);
  const link = {
    order: { to: '/orders/$clientId/$orderId', params: { clientId, orderId } },
    client: { to: '/clients/$clientId', params: { clientId: id } },
    operator: { to: '/staff/$operatorId', params: { operatorId: id } },
    station: { to: '/stations/$stationId', params: { stationId: id } },
    carrier: { to: '/carriers' },
    stock: { to: '/stock', search: { q: orderId } },
    catalog: undefined,
    printer: { to: '/printers' },
    batch: undefined,
    bins: undefined,
    hand_over: undefined,
    service: undefined,
    article: { to: '/catalogue/articles/$manufacturerCode', params: { manufacturerCode: id } },
    webhook_endpoint: { to: '/webhooks/$clientId/$endpointId', params: { clientId, endpointId: orderId } },
  }[kind];
  if (!link) return label;
  return (
    <AnchorLink {...(link as { to: '/orders' })} size="sm" underline="always">
      {label}
    </AnchorLink>
  );
}
