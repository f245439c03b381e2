import { Type } from 'typebox';
import {
  booleanField,
  integerFrom,
  oneOf,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { VERBS_OF } from '../../../staff/role-rules.ts';
import { STATION_KINDS, STATION_NAME_LENGTH_MAX } from '../../../staff/station-rules.ts';
import { CODE_LENGTH_MAX, strictObject, text } from '../fields/operator-schemas.ts';
import {
  ListedSessionSchema,
  OPERATOR_EXAMPLE,
  OPERATOR_ID,
  OperatorSchema,
  SessionParams,
  sentLogin,
  sentText,
  verbs,
} from './people-schemas.ts';

/** More characters than any badge or PIN has. */
const SCANNED_LENGTH_MAX = 100;
const STATION_ID = '019a5c7e-4c20-7d3e-9f5b-60718293a4b5';
const PRINTER_ID = '019a5c7e-5d31-7e4f-8a6c-718293a4b5c6';
const STATION_PRINTERS_MAX = 20;

const stationId = stringField('Identifier of the station.', STATION_ID);
const kinds = Type.Array(oneOf(STATION_KINDS, 'Kind of work.', 'make'), {
  minItems: 1,
  uniqueItems: true,
  description: 'Kinds of work at the station.',
  examples: [['make', 'check']],
});
const printerId = text(CODE_LENGTH_MAX, 'Identifier of a printer.', PRINTER_ID);
const stationName = text(STATION_NAME_LENGTH_MAX, 'Name of the station.', 'Press 1');
const stationFields = { stationId, name: stringField('Name of the station.', 'Press 1'), kinds };

export const StationParams = Type.Object({ stationId });
export const StationSessionParams = Type.Object({ stationId, ...SessionParams.properties });

export const StationSchema = titledObject(
  'Station',
  'A workplace with a device that several people share.',
  {
    ...stationFields,
    disabled: booleanField('true: nobody may sign on at the station.'),
    printers: Type.Array(
      titledObject('StationPrinter', 'A printer of the station.', {
        printerId,
        name: stringField('Name of the printer.', 'Labels, bench 1'),
      }),
      { description: 'Printers for the papers of the station. Empty: the browser prints them.' },
    ),
    created: Timestamp('When the station was created.'),
  },
  {
    stationId: STATION_ID,
    name: 'Press 1',
    kinds: ['make', 'check'],
    disabled: false,
    printers: [],
    created: '2026-01-31T12:00:00.000Z',
  },
);

export const NewStationRequest = strictObject('NewStationRequest', 'A new station.', { name: stationName, kinds });

export const StationChangeRequest = strictObject(
  'StationChangeRequest',
  'The fields to change. Absent fields keep their value.',
  {
    name: Type.Optional(stationName),
    kinds: Type.Optional(kinds),
    disabled: Type.Optional(
      booleanField(
        'true: prevents signing on, and its browsers stop being the station. false: enables the station again.',
      ),
    ),
    printers: Type.Optional(
      Type.Array(printerId, {
        maxItems: STATION_PRINTERS_MAX,
        uniqueItems: true,
        description: 'Identifiers of the printers. They replace the previous ones.',
      }),
    ),
  },
  { kinds: ['make', 'check'] },
);

const { sessionId, created, lastSeen, expires, userAgent } = ListedSessionSchema.properties;
export const ListedStationSessionSchema = titledObject(
  'ListedStationSession',
  'A browser that acts as the station.',
  { sessionId, created, lastSeen, expires, userAgent },
  {
    sessionId: '0198c0df-44dd-7e55-9f66-071829304a5b',
    created: '2026-01-31T12:00:00.000Z',
    lastSeen: '2026-01-31T12:00:00.000Z',
    expires: '2026-03-02T12:00:00.000Z',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  },
);

export const OpenStationRequest = strictObject('OpenStationRequest', 'The station that the browser becomes.', {
  stationId,
});

export const BadgeRequest = strictObject('BadgeRequest', 'A scanned badge.', {
  badge: sentText(SCANNED_LENGTH_MAX, 'The code, unchanged from the scanner.', 'W271828182842'),
});

export const PinRequest = strictObject('PinRequest', 'A login and its PIN.', {
  login: sentLogin,
  pin: sentText(SCANNED_LENGTH_MAX, 'The PIN.', '271828'),
});

export const OPENED_EXAMPLE = {
  station: { stationId: STATION_ID, name: 'Press 1', kinds: ['make', 'check'] },
  verbs: [],
  idleSeconds: 300,
};

export const StationSessionSchema = titledObject(
  'StationSession',
  'A browser that is a station, with the person who is signed on.',
  {
    station: titledObject('OwnStation', 'The station of the browser.', stationFields),
    operator: Type.Optional(
      titledObject(
        'SignedOnOperator',
        'The person who is signed on. While absent, all other requests are refused with `station_locked`.',
        {
          operatorId: stringField('Identifier of the account.', OPERATOR_ID),
          name: stringField('Name that others see.', 'Ada Lovelace'),
          language: Type.Optional(stringField('Language of the console.', 'en')),
        },
      ),
    ),
    verbs: verbs('Permissions at the station: those of the role floor, for every person.', 'floor'),
    locks: Type.Optional(Timestamp('When the station locks. Activity delays it.', '2026-01-31T12:05:00.000Z')),
    idleSeconds: integerFrom(1, 'Seconds without activity after which the station locks.', 300),
  },
  {
    ...OPENED_EXAMPLE,
    operator: { operatorId: OPERATOR_ID, name: 'Ada Lovelace' },
    verbs: [...VERBS_OF.floor],
    locks: '2026-01-31T12:05:00.000Z',
  },
);

export const NewPinSchema = titledObject(
  'OperatorPin',
  'An account with its new PIN.',
  {
    operator: OperatorSchema,
    pin: stringField('The PIN. It appears in this answer only; Platen stores its hash.', '271828'),
  },
  { operator: { ...OPERATOR_EXAMPLE, pinGiven: '2026-01-31T12:00:00.000Z' }, pin: '271828' },
);
