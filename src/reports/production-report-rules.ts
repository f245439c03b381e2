import type { ClientWork, FloorWork } from './production-report-store.ts';
import { type CalendarDay, countOnTime, type DayDuration, summarizeDurations } from './report-rules.ts';

const QUARTERS_PER_HOUR = 4;

/** Kinds of work, with the events that add a piece and take it back. */
const WORK = {
  MAKE: { adds: 'piece.made', takes: 'piece.unmade' },
  CHECK: { adds: 'piece.checked', takes: 'piece.unchecked' },
  PACK: { adds: 'piece.packed', takes: 'piece.unpacked' },
  HAND_OVER: { adds: 'parcel.handed_over', takes: 'parcel.hand_over_undone' },
} as const;
type ReportedWork = keyof typeof WORK;
export const REPORTED_WORK = Object.keys(WORK) as ReportedWork[];
const REJECTED = 'piece.rejected';

const WORK_OF: ReadonlyMap<string, { work: ReportedWork; sign: number }> = new Map(
  REPORTED_WORK.flatMap((work): [string, { work: ReportedWork; sign: number }][] => [
    [WORK[work].adds, { work, sign: 1 }],
    [WORK[work].takes, { work, sign: -1 }],
  ]),
);

interface ReportFacts {
  work: readonly FloorWork[];
  ofClients: readonly ClientWork[];
  durations: readonly DayDuration[];
  clientId?: string | undefined;
}

/**
 * Reports on the days in `calendar`. Days from before orders had due times are
 * judged by `dueSeconds` after the creation. With
 * `clientId`, stations and people are left out, because their hours cannot be split by client.
 */
export function composeProductionReport(
  { work: ofAll, ofClients, durations, clientId }: ReportFacts,
  calendar: readonly CalendarDay[],
  dueSeconds: number,
) {
  const work = clientId === undefined ? ofAll : ofClients.map((one) => ({ ...WITHOUT_STATION, ...one }));
  const byDay = Map.groupBy(work, ({ day }) => day);
  const madeBy = Map.groupBy(ofClients, ({ day }) => day);
  const atStations = clientId === undefined ? work : [];
  const shippedBy = Map.groupBy(durations, ({ day }) => day);
  return {
    shipping: shippedOf(durations, dueSeconds),
    pieces: piecesOf(work),
    rejects: rejectsOf(work),
    stations: groupsOf(atStations, ({ station }) => station).map(({ key: station, actorName: _, ...rest }) => ({
      ...(station !== '' && { station }),
      ...rest,
    })),
    people: groupsOf(atStations, ({ actorId }) => actorId).map(({ key: actorId, actorName, ...rest }) => ({
      ...(actorId !== '' && { actorId }),
      ...(actorName !== '' && { actorName }),
      ...rest,
    })),
    days: calendar.map(({ day }) => ({
      day,
      ...shippedOf(shippedBy.get(day) ?? [], dueSeconds),
      ...piecesOf(byDay.get(day) ?? []),
      technologies: technologiesOf(madeBy.get(day) ?? []),
    })),
  };
}

const WITHOUT_STATION = { station: '', actorId: '', actorName: '', quarters: 0 };

export type ProductionReport = ReturnType<typeof composeProductionReport>;

function shippedOf(durations: readonly DayDuration[], dueSeconds: number) {
  return { ...summarizeDurations(durations), onTime: countOnTime(durations, dueSeconds) };
}

function piecesOf(work: readonly FloorWork[]) {
  return {
    made: net(work, 'MAKE'),
    checked: net(work, 'CHECK'),
    packed: net(work, 'PACK'),
    rejected: sum(work, ({ type, pieces }) => (type === REJECTED ? pieces : 0)),
  };
}

/** Counts the made pieces by technology, highest number first. */
function technologiesOf(work: readonly ClientWork[]) {
  return [...Map.groupBy(work, ({ technology }) => technology)]
    .map(([technology, some]) => ({ technology, made: net(some, 'MAKE') }))
    .filter(({ technology, made }) => technology !== '' && made > 0)
    .sort((one, other) => other.made - one.made || (one.technology < other.technology ? -1 : 1));
}

function rejectsOf(work: readonly FloorWork[]) {
  const rejected = Map.groupBy(
    work.filter(({ type }) => type === REJECTED),
    ({ reason }) => reason,
  );
  return [...rejected]
    .map(([reason, some]) => ({ reason, pieces: sum(some, ({ pieces }) => pieces) }))
    .sort((one, other) => other.pieces - one.pieces || (one.reason < other.reason ? -1 : 1));
}

/** Groups by station or person and kind of work. Hours are quarters of an hour with any work. */
function groupsOf(work: readonly FloorWork[], keyOf: (one: FloorWork) => string) {
  const known = work.flatMap((one) => {
    const field = WORK_OF.get(one.type);
    return field ? [{ ...one, ...field }] : [];
  });
  const groups = Map.groupBy(known, (one) => JSON.stringify([keyOf(one), one.work]));
  return [...groups.values()]
    .map((some) => {
      const [first] = some as [(typeof some)[0]];
      const pieces = sum(some, (one) => one.sign * one.pieces);
      // Work that was taken back was done in quarters that count already.
      const quarters = sum(some, (one) => (one.sign === 1 ? one.quarters : 0));
      const hours = quarters / QUARTERS_PER_HOUR;
      return {
        key: keyOf(first),
        actorName: some.at(-1)?.actorName ?? '',
        work: first.work,
        pieces,
        hours,
        ...(hours > 0 && { piecesPerHour: Math.round((pieces / hours) * 10) / 10 }),
      };
    })
    .filter(({ pieces }) => pieces > 0)
    .sort((one, other) => other.pieces - one.pieces || (one.key < other.key ? -1 : 1));
}

function net(work: readonly Pick<FloorWork, 'type' | 'pieces'>[], wanted: ReportedWork): number {
  const { adds, takes } = WORK[wanted];
  const sums = sum(work, ({ type, pieces }) => (type === adds ? pieces : type === takes ? -pieces : 0));
  return Math.max(0, sums);
}

function sum<T>(some: readonly T[], pick: (one: T) => number): number {
  return some.reduce((all, one) => all + pick(one), 0);
}
