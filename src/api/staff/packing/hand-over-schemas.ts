import { Type } from 'typebox';
import {
  ADDRESS_LABELS,
  carrierOrLabels,
  HAND_OVER_PARCELS_MAX,
  WAITING_COUNTED_MAX,
  WAITING_DAYS,
  WAITING_NAMED_MAX,
} from '../../../packing/hand-over-rules.ts';
import type { HandOver, LeavingParcel } from '../../../packing/hand-over-store.ts';
import type { listManifests } from '../../../packing/manifest-store.ts';
import { formatCount } from '../../../platform/errors/wording.ts';
import {
  booleanField,
  integerField,
  oneOf,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { type SentenceCode, sentence } from '../../../production/floor-sentences.ts';
import {
  actorId,
  actorName,
  CLIENT_ID,
  CODE_LENGTH_MAX,
  MESSAGE_LENGTH_MAX,
  namedOrderFields,
  SentenceSchema,
  staffPaging,
  strictObject,
  text,
} from '../fields/operator-schemas.ts';
import { withoutNulls } from '../fields/staff-requests.ts';
import { PRINT_JOB_EXAMPLE } from '../printing/printing-schemas.ts';
import { PARCEL_CODE, parcelKeyFields } from './parcel-schemas.ts';

const ID_PATTERN = '^[1-9][0-9]{0,14}$';
const ID = '12';
const CARRIER = 'dhl-paket';
const PRINTER_ID_LENGTH_MAX = 64;
const { printerId } = PRINT_JOB_EXAMPLE.printer;

export const handOverId = (description: string) => Type.String({ pattern: ID_PATTERN, description, examples: [ID] });

const WAITING_PARCEL = {
  clientId: CLIENT_ID,
  clientName: 'Test Shop',
  orderId: 'SHOP-10001',
  code: PARCEL_CODE,
  state: 'SHIPPED',
  trackingNumber: 'JD014600006281230704',
};
const waitingParcelFields = { ...namedOrderFields, ...parcelKeyFields };
export const WaitingParcelSchema = titledObject(
  'WaitingParcel',
  'A parcel to hand over, without names and addresses.',
  waitingParcelFields,
  WAITING_PARCEL,
);
export const HandedOverParcelSchema = titledObject(
  'HandedOverParcel',
  'A parcel on a hand-over list.',
  { ...waitingParcelFields, handedOver: Timestamp('When it was scanned into the list.') },
  { ...WAITING_PARCEL, handedOver: '2026-01-31T16:00:00.000Z' },
);

const labels = Type.Optional(
  oneOf(
    ['ADDRESS', 'CLIENT'],
    'The labels of parcels without a known carrier. ADDRESS: address labels without postage. CLIENT: labels of clients.',
  ),
);
const carrierFields = {
  carrierId: Type.Optional(
    stringField(
      'Identifier of the carrier. Absent for parcels with an unknown carrier, such as those with a label of the client.',
    ),
  ),
  carrierName: Type.Optional(stringField('Name of the carrier.')),
  labels,
};
const number = stringField('Number of the list.');
const state = oneOf(
  ['OPEN', 'CLOSED'],
  'OPEN: parcels can be scanned into the list. CLOSED: the driver has taken its parcels.',
);
const COUNTED = `Counts parcels of the last ${WAITING_DAYS} days, at most ${formatCount(WAITING_COUNTED_MAX)}.`;
export const ScannedHandOverSchema = titledObject(
  'ScannedHandOver',
  'The list that is open at the station, or was just closed. For the work HAND_OVER only.',
  {
    handOverId: number,
    ...carrierFields,
    state,
    parcels: integerField('Number of parcels on the list.', 31),
    missingCount: integerField(`Packed parcels of the carrier that are on no list. ${COUNTED}`, 1),
    missing: Type.Array(WaitingParcelSchema, {
      description: `The oldest ${WAITING_NAMED_MAX} of the missing parcels.`,
    }),
  },
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
const ManifestSchema = titledObject('Manifest', 'The manifest or scan form of a label provider for a hand-over list.', {
  providerName: stringField('Name of the label provider.', 'Own labels'),
  carrier: stringField('Carrier in the words of the provider.', 'DHL Paket'),
  state: oneOf(
    ['COMING', 'MADE', 'PRINTED', 'FAILED'],
    'COMING: the provider is asked. MADE: no printer is chosen. PRINTED: it was given to a printer. FAILED: print the list to try again.',
  ),
  sentence: Type.Optional(SentenceSchema),
});
export const HandOverSchema = titledObject(
  'HandOver',
  'A list of the parcels that the driver of a carrier takes.',
  {
    handOverId: number,
    ...carrierFields,
    state,
    opened: Timestamp('When the list was opened.'),
    openedById: Type.Optional(actorId),
    openedByName: Type.Optional(actorName),
    parcels: integerField(`Number of parcels on the list, at most ${formatCount(HAND_OVER_PARCELS_MAX)}.`, 31),
    closed: Type.Optional(Timestamp('When the list was closed.')),
    closedById: Type.Optional(actorId),
    closedByName: Type.Optional(actorName),
    missing: Type.Optional(
      integerField('Packed parcels of the carrier that were on no list when this list was closed.', 0),
    ),
    manifests: Type.Optional(
      Type.Array(ManifestSchema, {
        description: 'Manifests of label providers. In the answer of `getHandOver` only. Absent: there are none.',
      }),
    ),
  },
  HAND_OVER,
);

export const HandOverCarrierSchema = titledObject(
  'HandOverCarrier',
  'A carrier with its open list and its waiting parcels.',
  {
    ...carrierFields,
    waiting: integerField(`Packed parcels that are on no list. ${COUNTED}`, 3),
    unlabelled: integerField('Waiting parcels that have no label yet.', 0),
    handOverId: Type.Optional(stringField('Number of the open list.')),
    parcels: Type.Optional(integerField('Number of parcels on the open list.', 31)),
  },
  { carrierId: CARRIER, carrierName: 'DHL Paket', waiting: 1, unlabelled: 0 },
);

const carrierId = text(
  CODE_LENGTH_MAX,
  'Identifier of the carrier. Absent for parcels with an unknown carrier.',
  CARRIER,
);
export const HandOverParams = Type.Object({ handOverId: stringField('Number of the list.', ID) });
export const HandedOverParcelParams = Type.Object({
  handOverId: HandOverParams.properties.handOverId,
  code: stringField('Scanned code of the parcel.', PARCEL_CODE),
});
const REASON = 'The driver left it behind.';
export const RemoveParcelRequest = strictObject(
  'RemoveParcelRequest',
  'Why a parcel is taken off a list.',
  { reason: text(MESSAGE_LENGTH_MAX, 'The reason, which the audit log records.', REASON) },
  { reason: REASON },
);
export const HandOverQuery = Type.Object({
  carrierId: Type.Optional(text(CODE_LENGTH_MAX, 'Only lists of this carrier.', CARRIER)),
  state: Type.Optional(oneOf(['OPEN', 'CLOSED'], 'Only lists in this state.')),
  ...staffPaging,
});
export const WaitingParcelQuery = Type.Object({ carrierId: Type.Optional(carrierId), labels, ...staffPaging });
export const OpenHandOverRequest = strictObject(
  'OpenHandOverRequest',
  'The carrier whose list is opened.',
  { carrierId: Type.Optional(carrierId), labels },
  { carrierId: CARRIER },
);
export const CloseHandOverRequest = strictObject(
  'CloseHandOverRequest',
  'Options of closing a list.',
  {
    leaveMissing: Type.Optional(
      booleanField('true: closes the list even when packed parcels of the carrier are on no list.', true),
    ),
    printerId: Type.Optional(
      text(PRINTER_ID_LENGTH_MAX, 'Printer of the list and of its manifests. Absent: nothing is printed.', printerId),
    ),
  },
  { leaveMissing: true },
);
export const PrintHandOverRequest = strictObject(
  'PrintHandOverRequest',
  'The printer of a hand-over list.',
  { printerId: text(PRINTER_ID_LENGTH_MAX, 'Identifier of a printer that takes PDF.', printerId) },
  { printerId },
);

/** Returns the stored `carrierId` for the carrier or labels of a request. */
export function carrierIdOf({ carrierId, labels }: { carrierId?: string; labels?: 'ADDRESS' | 'CLIENT' }): string {
  return carrierId ?? (labels === 'ADDRESS' ? ADDRESS_LABELS : '');
}

export function showHandOver({ carrierId, ...list }: HandOver) {
  return {
    ...withoutNulls(list),
    ...carrierOrLabels(carrierId),
    state: list.closed ? ('CLOSED' as const) : ('OPEN' as const),
  };
}

const MANIFEST_STATES = { wanted: 'COMING', made: 'MADE', printed: 'PRINTED', failed: 'FAILED', none: 'MADE' } as const;

export function showManifest({
  providerName,
  carrier,
  state,
  problem,
  lastError,
}: Awaited<ReturnType<typeof listManifests>>[number]) {
  const params = { provider: providerName, message: lastError ?? '' };
  return {
    ...{ providerName, carrier, state: MANIFEST_STATES[state] },
    ...(problem !== null && { sentence: sentence(problem as SentenceCode, params) }),
  };
}

/** Returns a parcel as the API shows it at a hand-over: without its address. */
export function showLeaving(parcel: LeavingParcel) {
  const { clientId, clientName, orderId, code, state, trackingNumber } = parcel;
  return withoutNulls({ clientId, clientName, orderId, code, state, trackingNumber });
}
