import { useSession } from '../session/use-permission.ts';
import { ButtonLink } from './links.tsx';

/** The dialogs that an address of an order can open. */
export const ORDER_STEPS = ['amend', 'cancel', 'toBatch', 'acceptCancellation', 'rejectCancellation'] as const;
export type OrderStep = (typeof ORDER_STEPS)[number];

const VERB_OF = {
  amend: 'orders.mend',
  cancel: 'orders.cancel',
  toBatch: 'production.release',
  acceptCancellation: 'orders.cancel',
  rejectCancellation: 'orders.cancel',
} as const;

interface OrderStepLinkProps {
  clientId: string;
  orderId: string;
  /** The dialog to open; absent: only the page. */
  step?: OrderStep;
  isMain?: boolean;
  children: string;
}

/** A button that opens the page of an order with a dialog. It is left out if the person may not do this. */
export function OrderStepLink({ clientId, orderId, step, isMain = false, children }: OrderStepLinkProps) {
  const { verbs } = useSession();
  if (step && !verbs.includes(VERB_OF[step])) return null;
  return (
    <ButtonLink
      to="/orders/$clientId/$orderId"
      params={{ clientId, orderId }}
      search={step ? { do: step } : {}}
      size="compact-sm"
      variant={isMain ? 'filled' : 'default'}
      title={orderId}
    >
      {children}
    </ButtonLink>
  );
}
