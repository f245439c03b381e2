import { Type } from 'typebox';
import { Timestamp } from '../../../platform/http/api-document.ts';
import { LOGIN_LENGTH_MAX } from '../../../staff/name-rules.ts';
import { VERBS, VERBS_OF, type Verb } from '../../../staff/role-rules.ts';
import { STATION_KINDS, STATION_NAME_LENGTH_MAX } from '../../../staff/station-rules.ts';
import { CODE_LENGTH_MAX, oneOf, strictObject, text } from '../fields/operator-schemas.ts';
import { ListedSessionSchema, OPERATOR_EXAMPLE, OperatorSchema, SessionParams } from './people-schemas.ts';

/** More than any badge or PIN, and little to read. */
const SCANNED_LENGTH_MAX = 100;
const STATION_ID = '019a5c7e-4c20-7d3e-9f5b-60718293a4b5';
const PRINTER_ID = '019a5c7e-5d31-7e4f-8a6c-718293a4b5c6';
const STATION_PRINTERS_MAX = 20;
const OPERATOR_ID = '019a5c7e-3b1f-7c2d-8e4a-5f6071829304';
const BADGE = 'W271828182842';

const stationId = Type.String({ description: 'Identifier of the station.', examples: [STATION_ID] });
const kinds = Type.Array(oneOf(STATION_KINDS, 'A kind of work.', 'make'), {
  minItems: 1,
  uniqueItems: true,
  description: 'What is done there.',
  examples: [['make', 'check']],
});
const printerId = text(CODE_LENGTH_MAX, 'Identifier of a printer.', PRINTER_ID);
const stationName = text(STATION_NAME_LENGTH_MAX, 'What people call it.', 'Press 1');
const stationFields = {
  stationId,
  name: Type.String({ description: 'What people call it.', examples: ['Press 1'] }),
  kinds,
};

export const StationParams = Type.Object({ stationId });
export const StationSessionParams = Type.Object({
  stationId,
  sessionId: SessionParams.properties.sessionId,
});

export const StationSchema = Type.Object(
  {
    ...stationFields,
    disabled: Type.Boolean({ description: 'Whether nobody may sign on there.' }),
    printers: Type.Array(
      Type.Object(
        {
          printerId,
          name: Type.String({ description: 'What people call it.', examples: ['Labels, bench 1'] }),
        },
        { title: 'StationPrinter', description: 'A printer that stands there.' },
      ),
      { description: 'Where the papers of what is packed there are printed; none: in the browser.' },
    ),
    created: Timestamp('When it was made.'),
  },
  {
    title: 'Station',
    description: 'A place in the shop with a device that several people use.',
    examples: [
      {
        stationId: STATION_ID,
        name: 'Press 1',
        kinds: ['make', 'check'],
        disabled: false,
        printers: [],
        created: '2026-01-31T12:00:00.000Z',
      },
    ],
  },
);

export const NewStationRequest = strictObject('NewStationRequest', 'A station to be made.', {
  name: stationName,
  kinds,
});

export const StationChangeRequest = Type.Object(
  {
    name: Type.Optional(stationName),
    kinds: Type.Optional(kinds),
    disabled: Type.Optional(
      Type.Boolean({
        description:
          'true: nobody signs on there, and its browsers stop being it. false: it may be used again.',
      }),
    ),
    printers: Type.Optional(
      Type.Array(printerId, {
        maxItems: STATION_PRINTERS_MAX,
        uniqueItems: true,
        description: 'Identifiers of the printers that stand there, in place of those before.',
      }),
    ),
  },
  {
    title: 'StationChangeRequest',
    description: 'What is absent stays.',
    additionalProperties: false,
    examples: [{ kinds: ['make', 'check'] }],
  },
);

const { sessionId, created, lastSeen, expires, userAgent } = ListedSessionSchema.properties;
export const ListedStationSessionSchema = Type.Object(
  { sessionId, created, lastSeen, expires, userAgent },
  {
    title: 'ListedStationSession',
    description: 'A browser that is the station.',
    examples: [
      {
        sessionId: '0198c0df-44dd-7e55-9f66-071829304a5b',
        created: '2026-01-31T12:00:00.000Z',
        lastSeen: '2026-01-31T12:00:00.000Z',
        expires: '2026-03-02T12:00:00.000Z',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
      },
    ],
  },
);

export const OpenStationRequest = strictObject('OpenStationRequest', 'Which station the browser becomes.', {
  stationId,
});

export const BadgeRequest = strictObject('BadgeRequest', 'A badge that was scanned.', {
  badge: Type.String({
    minLength: 1,
    maxLength: SCANNED_LENGTH_MAX,
    description: 'What the scanner read.',
    examples: [BADGE],
  }),
});

export const PinRequest = strictObject('PinRequest', 'A login and its PIN.', {
  login: Type.String({
    minLength: 1,
    maxLength: LOGIN_LENGTH_MAX,
    description: 'Case does not count.',
    examples: ['ada@example.com'],
  }),
  pin: Type.String({
    minLength: 1,
    maxLength: SCANNED_LENGTH_MAX,
    description: 'The PIN.',
    examples: ['271828'],
  }),
});

/** Nobody is signed on. */
export const OPENED_EXAMPLE = {
  station: { stationId: STATION_ID, name: 'Press 1', kinds: ['make', 'check'] },
  verbs: [],
  idleSeconds: 300,
};

export const StationSessionSchema = Type.Object(
  {
    station: Type.Object(stationFields, {
      title: 'OwnStation',
      description: 'Which station the browser is.',
    }),
    operator: Type.Optional(
      Type.Object(
        {
          operatorId: Type.String({ description: 'Identifier of the account.', examples: [OPERATOR_ID] }),
          name: Type.String({ description: 'Name that others see.', examples: ['Ada Lovelace'] }),
          language: Type.Optional(Type.String({ description: 'Of the console.', examples: ['en'] })),
        },
        {
          title: 'SignedOnOperator',
          description:
            'Who is signed on. Absent: nobody; all other requests are answered with `station_locked`.',
        },
      ),
    ),
    verbs: Type.Array(oneOf<Verb>(VERBS, 'Something that may be done.'), {
      description: 'All that may be done there: what the role floor may, whoever is signed on.',
      examples: [[...VERBS_OF.floor]],
    }),
    locks: Type.Optional(
      Timestamp(
        'When nobody is signed on any more, unless something is done before.',
        '2026-01-31T12:05:00.000Z',
      ),
    ),
    idleSeconds: Type.Integer({
      minimum: 1,
      description: 'After so many seconds in which nothing is done nobody is signed on any more.',
      examples: [300],
    }),
  },
  {
    title: 'StationSession',
    description: 'A browser that is a station, with who is signed on.',
    examples: [
      {
        ...OPENED_EXAMPLE,
        operator: { operatorId: OPERATOR_ID, name: 'Ada Lovelace' },
        verbs: [...VERBS_OF.floor],
        locks: '2026-01-31T12:05:00.000Z',
      },
    ],
  },
);

export const NewPinSchema = Type.Object(
  {
    operator: OperatorSchema,
    pin: Type.String({ description: 'Shown this once; only its hash is kept.', examples: ['271828'] }),
  },
  {
    title: 'OperatorPin',
    description: 'An account with its new PIN.',
    examples: [{ operator: { ...OPERATOR_EXAMPLE, pinGiven: '2026-01-31T12:00:00.000Z' }, pin: '271828' }],
  },
);
