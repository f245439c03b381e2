import type { Verb } from '../../../shared/session/session-api.ts';
import { STATUSES, type Status } from '../order-search.ts';
import type { OperatorOrder } from './order-api.ts';

export type ActionName =
  | 'toBatch'
  | 'ship'
  | 'hold'
  | 'release'
  | 'rush'
  | 'unrush'
  | 'retry'
  | 'refetch'
  | 'fail'
  | 'correct'
  | 'cancel'
  | 'correctTracking'
  | 'withdraw'
  | 'amend'
  | 'acceptCancellation'
  | 'rejectCancellation';

/** The actions whose dialog asks for a reason or for spoiled pieces. */
export type ReasonDialogName = Extract<
  ActionName,
  'hold' | 'cancel' | 'fail' | 'correct' | 'acceptCancellation' | 'rejectCancellation'
>;

/** Why an action is not possible now. */
type Refusal =
  | { because: 'status'; status: Status }
  | { because: 'sandbox' | 'held' | 'partlyShipped' | 'inIntake' | 'notAsked' | 'noFiles' };

export const VERB_OF: Readonly<Record<ActionName, Verb>> = {
  toBatch: 'production.release',
  ship: 'orders.ship',
  hold: 'orders.hold',
  release: 'orders.hold',
  rush: 'orders.prefer',
  unrush: 'orders.prefer',
  retry: 'orders.mend',
  refetch: 'orders.mend',
  fail: 'orders.mend',
  correct: 'orders.mend',
  cancel: 'orders.cancel',
  correctTracking: 'orders.ship',
  withdraw: 'orders.ship',
  amend: 'orders.mend',
  acceptCancellation: 'orders.cancel',
  rejectCancellation: 'orders.cancel',
};

const FROM: Readonly<Record<ActionName, readonly Status[]>> = {
  toBatch: ['ASSIGNED', 'ACCEPTED'],
  ship: ['ACCEPTED'],
  hold: ['NEW', 'ASSIGNED', 'ACCEPTED'],
  release: ['NEW', 'ASSIGNED', 'ACCEPTED'],
  rush: ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'],
  unrush: ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'],
  retry: ['NEW', 'ERROR'],
  refetch: ['NEW', 'ERROR'],
  fail: ['NEW', 'ASSIGNED', 'ACCEPTED'],
  correct: ['ERROR'],
  cancel: ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'],
  // A shipped parcel can be corrected in every status of its order.
  correctTracking: STATUSES,
  withdraw: ['ACCEPTED', 'SHIPPED'],
  amend: ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'],
  acceptCancellation: ['ACCEPTED'],
  rejectCancellation: ['ACCEPTED'],
};

/** The only actions on an order on hold. */
const OF_HELD: readonly ActionName[] = [
  'release',
  'rush',
  'unrush',
  'cancel',
  'fail',
  'correctTracking',
  'withdraw',
  'amend',
  'acceptCancellation',
  'rejectCancellation',
];

export function isHeld({ order }: Pick<OperatorOrder, 'order'>): boolean {
  return order.statusReason?.code === 'on_hold';
}

/** Lists the actions of the page. It contains only the possible one of two opposite actions. */
export function actionsOf(seen: OperatorOrder): ActionName[] {
  return [
    'toBatch',
    'ship',
    'amend',
    isHeld(seen) ? 'release' : 'hold',
    seen.rush || seen.preferred ? 'unrush' : 'rush',
    'retry',
    'refetch',
    seen.order.status === 'ERROR' ? 'correct' : 'fail',
    'cancel',
  ];
}

/**
 * Returns the two or three actions that make sense now. The page has the others in a menu. `isAlone`: the
 * order is in no batch.
 */
export function mainActionsOf(seen: OperatorOrder, isAlone: boolean): ActionName[] {
  const { status, statusReason } = seen.order;
  const pause = isHeld(seen) ? 'release' : 'hold';
  const main: Readonly<Record<Status, readonly ActionName[]>> = {
    NEW: isHeld(seen) || !statusReason ? [pause, 'amend'] : ['retry', 'amend', pause],
    ASSIGNED: ['toBatch', 'amend', pause],
    ACCEPTED: isAlone ? ['toBatch', 'ship', 'amend'] : ['ship', 'amend', pause],
    ERROR: ['amend', 'retry', 'correct'],
    SHIPPED: [],
    CANCELLED: [],
  };
  return actionsOf(seen).filter((name) => main[status].includes(name));
}

/** Returns why the order does not allow an action; undefined if it does. The server decides. */
export function refusalOf(name: ActionName, seen: OperatorOrder): Refusal | undefined {
  const { status, shipments = [], statusReason, cancellation } = seen.order;
  if (seen.mode === 'sandbox') return { because: 'sandbox' };
  if (!FROM[name].includes(status)) return { because: 'status', status };
  if (isHeld(seen) && !OF_HELD.includes(name)) return { because: 'held' };
  if (name === 'fail' && shipments.length > 0) return { because: 'partlyShipped' };
  const isTrying = name === 'retry' || name === 'refetch';
  if (isTrying && status === 'NEW' && !statusReason) return { because: 'inIntake' };
  if (name === 'refetch' && seen.files.length === 0) return { because: 'noFiles' };
  const isDeciding = name === 'acceptCancellation' || name === 'rejectCancellation';
  if (isDeciding && cancellation?.status !== 'REQUESTED') return { because: 'notAsked' };
  return undefined;
}
