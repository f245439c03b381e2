import { Type } from 'typebox';
import type { LeavingParcel } from '../../../packing/hand-over/hand-over-parcel-store.ts';
import {
  HAND_OVER_PARCELS_MAX,
  WAITING_COUNTED_MAX,
  WAITING_DAYS,
  WAITING_NAMED_MAX,
} from '../../../packing/hand-over/hand-over-rules.ts';
import type { HandOver } from '../../../packing/hand-over/hand-over-store.ts';
import { Timestamp } from '../../../platform/http/api-document.ts';
import { scanCodeOf } from '../../../platform/text/scan-codes.ts';
import { grouped } from '../../../platform/text/wording.ts';
import { withoutNulls } from '../fields/field-faults.ts';
import {
  booleanField,
  CLIENT_ID,
  CODE_LENGTH_MAX,
  integerField,
  MESSAGE_LENGTH_MAX,
  oneOf,
  staffPaging,
  strictObject,
  stringField,
  text,
} from '../fields/operator-schemas.ts';

/** Digits of the number of a list. */
const ID_PATTERN = '^[1-9][0-9]{0,14}$';
const ID = '12';
const PARCEL_CODE = scanCodeOf('parcel', 31);
const CARRIER = 'dhl-paket';

export const handOverId = (description: string) =>
  Type.String({ pattern: ID_PATTERN, description: `${description} Its number.`, examples: [ID] });

const count = (description: string, example: number) => integerField(description, example);

export const WAITING_PARCEL = {
  clientId: CLIENT_ID,
  clientName: 'Test Shop',
  orderId: 'SHOP-10001',
  code: PARCEL_CODE,
  state: 'SHIPPED',
  trackingNumber: 'JD014600006281230704',
};
const parcelFields = {
  clientId: stringField('The client of the order.'),
  clientName: stringField('Its name.'),
  orderId: stringField('The order.'),
  code: stringField('As it is scanned: T and ten digits.'),
  state: oneOf(
    ['OPEN', 'PACKED', 'SHIPPED', 'DROPPED'],
    'OPEN: it is being packed. PACKED: it has no label yet, and cannot leave. SHIPPED: it can leave. DROPPED: its order ended without it.',
  ),
  trackingNumber: Type.Optional(stringField('As it was scanned.')),
};
export const WaitingParcelSchema = Type.Object(parcelFields, {
  title: 'WaitingParcel',
  description: 'A parcel where parcels are handed over; without a name or an address.',
  examples: [WAITING_PARCEL],
});
export const HandedOverParcelSchema = Type.Object(
  { ...parcelFields, handedOver: Timestamp('When it was scanned into the list.') },
  {
    title: 'HandedOverParcel',
    description: 'A parcel on a hand-over list.',
    examples: [{ ...WAITING_PARCEL, handedOver: '2026-01-31T16:00:00.000Z' }],
  },
);

const carrierFields = {
  carrierId: Type.Optional(
    stringField(
      'The carrier. Absent: parcels whose carrier is not known, as where clients send labels of their own.',
    ),
  ),
  carrierName: Type.Optional(stringField('Its name.')),
};
export const ScannedHandOverSchema = Type.Object(
  {
    handOverId: stringField('Its number.'),
    ...carrierFields,
    state: oneOf(['OPEN', 'CLOSED'], 'CLOSED: the driver has what is on it.'),
    parcels: count('How many are on it.', 31),
    missingCount: count(
      `Packed parcels of the carrier that are on no list; of the last ${WAITING_DAYS} days, counted up to ${grouped(WAITING_COUNTED_MAX)}.`,
      1,
    ),
    missing: Type.Array(WaitingParcelSchema, { description: `The oldest ${WAITING_NAMED_MAX} of them.` }),
  },
  { title: 'ScannedHandOver', description: 'Of HAND_OVER: the list that is open here, or was just closed.' },
);

export const HAND_OVER = {
  handOverId: ID,
  carrierId: CARRIER,
  carrierName: 'DHL Paket',
  state: 'OPEN',
  opened: '2026-01-31T15:40:00.000Z',
  openedById: CLIENT_ID,
  openedByName: 'Mia',
  parcels: 1,
};
export const CLOSED_HAND_OVER = {
  ...HAND_OVER,
  state: 'CLOSED',
  closed: '2026-01-31T16:05:00.000Z',
  closedById: CLIENT_ID,
  closedByName: 'Mia',
  missing: 0,
};
export const HandOverSchema = Type.Object(
  {
    handOverId: stringField('Its number.'),
    ...carrierFields,
    state: oneOf(['OPEN', 'CLOSED'], 'OPEN: parcels are still scanned into it. CLOSED: the driver has them.'),
    opened: Timestamp('When.'),
    openedById: Type.Optional(stringField('operatorId of a person, clientId of a program.')),
    openedByName: Type.Optional(stringField('The name they had then.')),
    parcels: count(`How many are on it; at most ${grouped(HAND_OVER_PARCELS_MAX)}.`, 31),
    closed: Type.Optional(Timestamp('When.')),
    closedById: Type.Optional(stringField('operatorId of a person, clientId of a program.')),
    closedByName: Type.Optional(stringField('The name they had then.')),
    missing: Type.Optional(count('Packed parcels of the carrier that stayed behind when it was closed.', 0)),
  },
  {
    title: 'HandOver',
    description: "A list of the parcels that a carrier's driver takes along.",
    examples: [HAND_OVER],
  },
);

export const HandOverCarrierSchema = Type.Object(
  {
    ...carrierFields,
    waiting: count(
      `Packed parcels that are on no list; of the last ${WAITING_DAYS} days, counted up to ${grouped(WAITING_COUNTED_MAX)}.`,
      3,
    ),
    unlabelled: count('Of these, those that have no label yet.', 0),
    handOverId: Type.Optional(stringField('The list that is open.')),
    parcels: Type.Optional(count('How many are on that.', 31)),
  },
  {
    title: 'HandOverCarrier',
    description: 'What waits for the driver of a carrier.',
    examples: [{ carrierId: CARRIER, carrierName: 'DHL Paket', waiting: 1, unlabelled: 0 }],
  },
);

const carrierId = text(
  CODE_LENGTH_MAX,
  'The carrier. Absent: of parcels whose carrier is not known.',
  CARRIER,
);
export const HandOverParams = Type.Object({
  handOverId: stringField('The list: its number.', ID),
});
export const HandedOverParcelParams = Type.Object({
  handOverId: HandOverParams.properties.handOverId,
  code: stringField('The parcel, as it is scanned.', PARCEL_CODE),
});
export const RemoveParcelRequest = {
  ...strictObject('RemoveParcelRequest', 'Why a parcel is taken off a list.', {
    reason: text(MESSAGE_LENGTH_MAX, 'Why; staff read it in the audit.', 'The driver left it behind.'),
  }),
  examples: [{ reason: 'The driver left it behind.' }],
};
export const HandOverQuery = Type.Object({
  carrierId: Type.Optional(text(CODE_LENGTH_MAX, 'Those of one carrier.', CARRIER)),
  state: Type.Optional(oneOf(['OPEN', 'CLOSED'], 'Those of one state.')),
  ...staffPaging,
});
export const WaitingParcelQuery = Type.Object({ carrierId: Type.Optional(carrierId), ...staffPaging });
export const HandedOverParcelQuery = Type.Object(staffPaging);
export const OpenHandOverRequest = {
  ...strictObject('OpenHandOverRequest', 'Whose list.', { carrierId: Type.Optional(carrierId) }),
  examples: [{ carrierId: CARRIER }],
};
export const CloseHandOverRequest = {
  ...strictObject('CloseHandOverRequest', 'How it is closed.', {
    leaveMissing: Type.Optional(
      booleanField('true: also when packed parcels of the carrier are not on it.', true),
    ),
  }),
  examples: [{ leaveMissing: true }],
};

export function shownHandOver({ carrierId, ...list }: HandOver) {
  return {
    ...withoutNulls(list),
    ...(carrierId !== '' && { carrierId }),
    state: list.closed ? ('CLOSED' as const) : ('OPEN' as const),
  };
}

/** A parcel without its address. */
export function shownLeaving(parcel: LeavingParcel) {
  const { clientId, clientName, orderId, code, state, trackingNumber } = parcel;
  return { clientId, clientName, orderId, code, state, ...(trackingNumber !== null && { trackingNumber }) };
}
