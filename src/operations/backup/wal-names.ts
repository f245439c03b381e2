/** Timeline, log and segment in hexadecimal digits (PostgreSQL manual, 28.6). */
export const SEGMENT_NAME = /^[0-9A-F]{24}$/;
/** Ends the name of the open segment, which PostgreSQL still writes. */
export const PARTIAL = '.partial';

const LOG_BYTES = 0x1_0000_0000;

/** Returns the name of the segment with this position, in bytes from the start of the log. */
export function segmentName(point: number, timeline: number, segmentBytes: number): string {
  const number = Math.floor(point / segmentBytes);
  const perLog = LOG_BYTES / segmentBytes;
  return [timeline, Math.floor(number / perLog), number % perLog].map(hex).join('');
}

export function segmentStart(name: string, segmentBytes: number): number {
  const log = Number.parseInt(name.slice(8, 16), 16);
  return log * LOG_BYTES + Number.parseInt(name.slice(16), 16) * segmentBytes;
}

/** Returns the names of the segments from one position to another, including both. */
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
