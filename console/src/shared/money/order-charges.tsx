import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../copy/copy.ts';
import { useSession } from '../session/use-permission.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Section } from '../ui/page.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { orderChargesQuery } from './money-api.ts';
import { moneyCopy } from './money-copy.ts';
import { ChargesTable, MissingTable } from './money-parts.tsx';

type OrderKey = { clientId: string; orderId: string };

/** Shows what the client is charged for the order, to those who may see prices. */
export function OrderCharges({ orderKey }: { orderKey: OrderKey }) {
  const { verbs } = useSession();
  return verbs.includes('money.read') ? <ReadCharges orderKey={orderKey} /> : null;
}

function ReadCharges({ orderKey }: { orderKey: OrderKey }) {
  const { data } = useQuery(orderChargesQuery(orderKey));
  return data && data.charges.length + data.missing.length > 0 ? <Charges orderKey={orderKey} {...data} /> : null;
}

type ChargesProps = { orderKey: OrderKey } & Awaited<
  ReturnType<NonNullable<ReturnType<typeof orderChargesQuery>['queryFn']>>
>;

function Charges({ orderKey, charges, missing }: ChargesProps) {
  const copy = useCopy(moneyCopy);
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={copy.ofOrder}
      actions={
        <ActionButton verb="money.change" variant="default" size="compact-sm" onClick={() => setOpen(true)}>
          {copy.correct}
        </ActionButton>
      }
    >
      {charges.length > 0 && <ChargesTable charges={charges} />}
      {missing.length > 0 && <MissingTable clientId={orderKey.clientId} missing={missing} />}
      {isOpen && <CorrectionDialog {...orderKey} currency={charges[0]?.currency} onClose={() => setOpen(false)} />}
    </Section>
  );
}
