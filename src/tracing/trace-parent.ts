import type { SpanContext } from '@opentelemetry/api';

const LENGTH_MAX = 512;
/** Version, trace, parent, flags (W3C Trace Context, 3.2). A later version may have more behind it. */
const TRACE_PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** What the header field says; undefined when it is not as W3C Trace Context wants it, and so does not count. */
export function readTraceParent(value: unknown): SpanContext | undefined {
  if (typeof value !== 'string' || value.length > LENGTH_MAX) return undefined;
  const [, version, traceId, spanId, flags, more] = TRACE_PARENT.exec(value) ?? [];
  if (!version || !traceId || !spanId || !flags || version === 'ff') return undefined;
  if (version === '00' && more !== undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}

/** As the header field has it: 55 characters. */
export function writeTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & SAMPLED).toString(16).padStart(2, '0')}`;
}
