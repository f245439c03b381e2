import { Type } from 'typebox';
import { REPORTED_WORK } from '../../reports/production-report-rules.ts';
import { oneOf } from '../fields/operator-schemas.ts';

export const REPORT_DAYS_MAX = 366;
export const REPORT_DAYS_DEFAULT = 30;
const DAY_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

const count = (description: string, example = 3) => Type.Integer({ description, examples: [example] });
const day = (description: string, example = '2026-01-31') =>
  Type.String({ pattern: DAY_PATTERN, description, examples: [example] });

const shipping = {
  shipped: count('Orders that were shipped completely.'),
  onTime: count(
    'Of these, those that took no longer than PRODUCTION_HOURS from when they were made; to within 5 %.',
  ),
  medianSeconds: Type.Optional(
    count(
      'Seconds from NEW to SHIPPED that half of them took at most, to within 5 %. Absent: none was shipped.',
      90_000,
    ),
  ),
  p90Seconds: Type.Optional(count('Seconds that nine tenths of them took at most, likewise.', 104_000)),
};
const pieces = {
  made: count('Pieces that were made; a lot counts once.'),
  checked: count('Pieces that were checked.'),
  packed: count('Pieces that were packed; not products, which are counted.'),
  rejected: count('Pieces that were rejected, and made again.', 1),
};
const worked = {
  work: oneOf(REPORTED_WORK, 'What was done.', 'MAKE'),
  pieces: count('Pieces; of HAND_OVER parcels. Without what was taken back.'),
  hours: Type.Number({
    description: 'Hours of people in which something was done, counted in quarters.',
    examples: [1.5],
  }),
  piecesPerHour: Type.Optional(
    Type.Number({ description: 'Pieces in each of these hours.', examples: [24.5] }),
  ),
};

export const ProductionReportSchema = Type.Object(
  {
    timeZone: Type.String({ description: 'In which the days are.', examples: ['Europe/Berlin'] }),
    from: day('The first day.', '2026-01-01'),
    to: day('The last day.'),
    dueHours: count('Hours after which an order should have left: PRODUCTION_HOURS.', 72),
    shipping: Type.Object(shipping, {
      title: 'ReportedShipping',
      description: 'Whether orders left on time. Of live clients alone.',
    }),
    pieces: Type.Object(pieces, { title: 'ReportedPieces', description: 'What was scanned.' }),
    rejects: Type.Array(
      Type.Object(
        {
          reason: Type.String({ description: 'Why.', examples: ['SMEAR'] }),
          pieces: count('How many pieces.', 1),
        },
        { title: 'ReportedReject', description: 'Pieces that were rejected for one reason.' },
      ),
      { description: 'Most first.' },
    ),
    stations: Type.Array(
      Type.Object(
        {
          station: Type.Optional(Type.String({ description: 'Its name.', examples: ['press-1'] })),
          ...worked,
        },
        { title: 'ReportedStation', description: 'What was done at a station.' },
      ),
      { description: 'Most pieces first.' },
    ),
    people: Type.Array(
      Type.Object(
        {
          actorId: Type.Optional(
            Type.String({ description: 'operatorId of a person, clientId of a program.' }),
          ),
          actorName: Type.Optional(
            Type.String({ description: 'The name they had then.', examples: ['Mia'] }),
          ),
          ...worked,
        },
        { title: 'ReportedPerson', description: 'What somebody did.' },
      ),
      { description: 'Most pieces first.' },
    ),
    days: Type.Array(
      Type.Object(
        { day: day('The day.'), ...shipping, ...pieces },
        { title: 'ReportedDay', description: 'One day.' },
      ),
      { description: 'Each day, the oldest first.' },
    ),
  },
  { title: 'ProductionReport', description: 'Whether the shop is on time, and where it loses.' },
);

const range = {
  from: Type.Optional(
    day(
      `The first day, in the time zone of the center; ${REPORT_DAYS_DEFAULT} days up to the last one when absent.`,
      '2026-01-01',
    ),
  ),
  to: Type.Optional(day('The last day; today when absent.')),
};
export const ProductionReportQuery = Type.Object(range);
export const REPORT_TABLES = ['days', 'rejects', 'stations', 'people'] as const;
export const ProductionReportCsvQuery = Type.Object({
  ...range,
  table: Type.Optional(oneOf(REPORT_TABLES, 'Which part of the report; `days` when absent.', 'days')),
});
