import type { Schemas } from '../../shared/api/operator-client.ts';
import { REJECT_REASON_WORDS } from '../../shared/api/reject-reasons.ts';
import { words } from '../../shared/copy/common-words.en.ts';

export const copy = {
  ...words,
  title: 'Reports',
  lastDays: (days: number) => `Last ${days} days`,
  onTime: 'On time',
  onTimeOf: (onTime: string, shipped: string, hours: number) =>
    `${onTime} of ${shipped} orders were shipped within ${hours} h of being created.`,
  nothingShipped: 'No order was shipped on these days.',
  share: 'On time',
  late: 'Late',
  shippedChart: (onTime: string, late: string) => `Orders shipped by day: ${onTime} on time, ${late} late.`,
  dayIs: (day: string, onTime: string, late: string) => `${day}: ${onTime} on time, ${late} late`,
  losses: 'Rejects and reprints',
  rejectedOf: (rejected: string, made: string, share: string) =>
    `${rejected} pieces were rejected and made again, ${share} % of the ${made} pieces made.`,
  noRejects: 'No piece was rejected on these days.',
  reasons: REJECT_REASON_WORDS.en as Record<string, string>,
  stations: 'Pieces per hour by station',
  people: 'Pieces per hour by person',
  noStation: 'No station',
  person: 'Person',
  nobody: 'Nobody',
  work: 'Work',
  works: {
    MAKE: 'Make',
    CHECK: 'Check',
    PACK: 'Pack',
    HAND_OVER: 'Hand over',
  } satisfies Record<Schemas['ReportedStation']['work'], string>,
  hours: 'Hours',
  hoursMeans: 'Hours with scans, counted in quarter hours for each person.',
  perHour: 'Per hour',
  nothingDone: 'Nothing was scanned on these days.',
  days: 'Day by day',
  made: 'Made',
  checked: 'Checked',
  packed: 'Packed',
  rejected: 'Rejected',
  csv: 'CSV',
  csvOf: (table: string) => `${table} as CSV`,
};
