/** Of a whole segment: timeline, log and segment (PostgreSQL manual, 28.6). */
export const SEGMENT_NAME = /^[0-9A-F]{24}$/;
/** Ends the name of one that is still being written. */
export const PARTIAL = '.partial';

const LOG_BYTES = 0x1_0000_0000;

/** The file that holds this point of the write-ahead log, in bytes from its begin. */
export function segmentName(point: number, timeline: number, segmentBytes: number): string {
  const number = Math.floor(point / segmentBytes);
  const perLog = LOG_BYTES / segmentBytes;
  return [timeline, Math.floor(number / perLog), number % perLog].map(hex).join('');
}

/** Where the segment of this name begins. */
export function segmentStart(name: string, segmentBytes: number): number {
  const log = Number.parseInt(name.slice(8, 16), 16);
  return log * LOG_BYTES + Number.parseInt(name.slice(16), 16) * segmentBytes;
}

/** The files that hold the log from one point to another, both of them included. */
export function segmentsBetween(from: number, to: number, timeline: number, segmentBytes: number): string[] {
  const names: string[] = [];
  const first = Math.floor(from / segmentBytes);
  for (let number = first; number <= Math.floor(to / segmentBytes); number++)
    names.push(segmentName(number * segmentBytes, timeline, segmentBytes));
  return names;
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(8, '0');
}
