import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, SpanContext } from '@opentelemetry/api';

/** SpanStatusCode.ERROR, without loading the package that names it. */
const STATUS_ERROR = 2;
const TRACE_PARENT_LENGTH_MAX = 512;
/** Version, trace, parent, flags (W3C Trace Context, 3.2). A later version may have more behind it. */
const TRACE_PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const SAMPLED = 1;
/** What an error may be told by: the state of the database, or the code of a failed connection. */
const ERROR_CODE = /^\w{1,40}$/;

export interface SpanOptions {
  kind?: 'internal' | 'server' | 'client';
  /** Never what a customer or a file says: names of ours, numbers and ids. */
  attributes?: Attributes;
  /** Spans of other traces that it is also about. */
  links?: readonly Span[];
}

/** Makes spans; without a parent each begins a trace, if the sampler wants it. */
export interface SpanMaker {
  start(name: string, parent: SpanContext | undefined, options: SpanOptions): Span;
}

interface Place {
  span: Span;
  /** The span of the request that is being answered, not of work in the background. */
  isRequest: boolean;
}

let maker: SpanMaker | undefined;
const places = new AsyncLocalStorage<Place | undefined>();

/** From now on spans are made, by one maker for the whole process; undefined: none. */
export function makeSpansBy(next: SpanMaker | undefined): void {
  maker = next;
}

export function areSpansMade(): boolean {
  return maker !== undefined;
}

/** A span within the current one; undefined where that is not recorded, or there is none. Whoever starts it ends it. */
export function startSpan(name: string, options: SpanOptions = {}): Span | undefined {
  if (maker === undefined) return undefined;
  const parent = places.getStore()?.span;
  return parent?.isRecording() ? maker.start(name, parent.spanContext(), options) : undefined;
}

/** Runs `work` in a span within the current one; without a span where that is not recorded. */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = startSpan(name, options);
  return span ? runIn({ span, isRequest: false }, work) : work(undefined);
}

/** Runs `work` in the background, in a span of the trace that led to it, or else in a trace of its own. */
export function inTrace<T>(
  name: string,
  traceParent: string | null,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (maker === undefined) return work(undefined);
  const parent = readTraceParent(traceParent);
  const span = maker.start(name, parent, options);
  // What nobody keeps and nobody began, nobody is told of.
  if (!parent && !span.isRecording()) return places.run(undefined, work, undefined);
  return runIn({ span, isRequest: false }, work);
}

/** The span of a request, whose header field may name the trace that it belongs to. */
export function startRequestSpan(name: string, header: unknown, attributes: Attributes): Span | undefined {
  const parent = readTraceParent(header);
  const span = maker?.start(name, parent, { kind: 'server', attributes });
  // Of a trace that nobody keeps and nobody began, nothing needs to be told.
  return span?.isRecording() || parent ? span : undefined;
}

/** Runs what answers the request. */
export function inRequest<T>(span: Span, work: () => T): T {
  return places.run({ span, isRequest: true }, work);
}

/** Runs what is done once for all whose spans wait for it: in a span within the first of them, with links to and from the others. */
export function inSpanOfAll<T>(
  name: string,
  waiting: readonly { span: Span | undefined }[],
  work: () => Promise<T>,
): Promise<T> {
  if (maker === undefined) return work();
  const [first, ...others] = waiting.flatMap(({ span }) => span ?? []);
  // Whoever happens to be current here need not be among them.
  if (!first) return places.run(undefined, work);
  const attributes = { 'platen.batch.size': waiting.length };
  const span = maker.start(name, first.spanContext(), { attributes, links: others });
  for (const wait of others) wait.addLink({ context: span.spanContext() });
  return runIn({ span, isRequest: false }, work);
}

/** As the header field that hands the current trace on. */
export function currentTraceParent(): string | undefined {
  const place = maker && places.getStore();
  return place && writeTraceParent(place.span.spanContext());
}

/** The same, of the request that is being answered; null in the background: what it does belongs to the request that led to it. */
export function requestTraceParent(): string | null {
  const place = maker && places.getStore();
  return place?.isRequest ? writeTraceParent(place.span.spanContext()) : null;
}

/** Ends it, as failed when there is an error; of which only the code or the name is told. */
export function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined) {
    const { code, name = 'Error' } = error as { code?: unknown; name?: string };
    const isCode = typeof code === 'string' && ERROR_CODE.test(code);
    span.setAttribute('error.type', isCode ? code : ERROR_CODE.test(name) ? name : 'Error');
    span.setStatus({ code: STATUS_ERROR });
  }
  span.end();
}

/** Marks it as failed, by a name of ours. */
export function failSpan(span: Span | undefined, reason: string): void {
  span?.setAttribute('error.type', reason).setStatus({ code: STATUS_ERROR });
}

async function runIn<T>(place: Place, work: (span: Span) => Promise<T>): Promise<T> {
  const { span } = place;
  try {
    const result = await places.run(place, work, span);
    endSpan(span);
    return result;
  } catch (error) {
    endSpan(span, error ?? 'rejected');
    throw error;
  }
}

/** Reads the header field. Returns undefined where W3C Trace Context does not allow its value. */
export function readTraceParent(value: unknown): SpanContext | undefined {
  if (typeof value !== 'string' || value.length > TRACE_PARENT_LENGTH_MAX) return undefined;
  const [, version, traceId, spanId, flags, more] = TRACE_PARENT.exec(value) ?? [];
  if (!version || !traceId || !spanId || !flags || version === 'ff') return undefined;
  if (version === '00' && more !== undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}

/** Writes the header field, 55 characters. */
export function writeTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & SAMPLED).toString(16).padStart(2, '0')}`;
}
