import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, SpanContext } from '@opentelemetry/api';

/** SpanStatusCode.ERROR, without loading its package. */
const STATUS_ERROR = 2;
const TRACE_PARENT_LENGTH_MAX = 512;
/** Version, trace, parent, flags (W3C Trace Context, 3.2). A later version may append more. */
const TRACE_PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const SAMPLED = 1;
/** SQLSTATEs and codes of failed connections. */
const ERROR_CODE = /^\w{1,40}$/;

interface SpanOptions {
  kind?: 'internal' | 'server' | 'client';
  /** Only names of ours, numbers and ids, never text of customers or files. */
  attributes?: Attributes;
  links?: readonly Span[];
}

/** Makes spans. Without a parent, a span begins a trace if the sampler accepts it. */
export type SpanMaker = { start(name: string, parent: SpanContext | undefined, options: SpanOptions): Span };
type ActiveSpan = { span: Span; isRequest: boolean };

let maker: SpanMaker | undefined;
const activeSpans = new AsyncLocalStorage<ActiveSpan | undefined>();

/** Turns tracing on for this process, with `next` as the source of spans. Undefined turns tracing off. */
export function setSpanMaker(next: SpanMaker | undefined): void {
  maker = next;
}

export function isTracing(): boolean {
  return maker !== undefined;
}

/** Starts a child of the current span; the caller ends it. Undefined if the current span is not recorded. */
export function startSpan(name: string, options: SpanOptions = {}): Span | undefined {
  if (maker === undefined) return undefined;
  const parent = activeSpans.getStore()?.span;
  return parent?.isRecording() ? maker.start(name, parent.spanContext(), options) : undefined;
}

/** Runs `work` in a child of the current span. Runs it without a span if the current one is not recorded. */
export function runInSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = startSpan(name, options);
  return span ? runIn({ span, isRequest: false }, work) : work(undefined);
}

/** Runs background work in a span of the trace `traceParent`, or of a new trace if `traceParent` is null. */
export function runInTrace<T>(
  name: string,
  traceParent: string | null,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (maker === undefined) return work(undefined);
  const parent = readTraceParent(traceParent);
  const span = maker.start(name, parent, options);
  // A trace without a parent that is not sampled has no context.
  if (!parent && !span.isRecording()) return activeSpans.run(undefined, work, undefined);
  return runIn({ span, isRequest: false }, work);
}

/** Starts the span of a request, in the trace that its header `traceparent` names or in a new trace. */
export function startRequestSpan(name: string, header: unknown, attributes: Attributes): Span | undefined {
  const parent = readTraceParent(header);
  const span = maker?.start(name, parent, { kind: 'server', attributes });
  // A trace without a parent that is not sampled has no context.
  return span?.isRecording() || parent ? span : undefined;
}

export function runInRequest<T>(span: Span, work: () => T): T {
  return activeSpans.run({ span, isRequest: true }, work);
}

/** Runs work for several requests in one span: a child of the first request, linked with the others. */
export function runInSharedSpan<T>(
  name: string,
  waiting: readonly { span: Span | undefined }[],
  work: () => Promise<T>,
): Promise<T> {
  if (maker === undefined) return work();
  const [first, ...others] = waiting.flatMap(({ span }) => span ?? []);
  // The current context may belong to another request.
  if (!first) return activeSpans.run(undefined, work);
  const attributes = { 'platen.batch.size': waiting.length };
  const span = maker.start(name, first.spanContext(), { attributes, links: others });
  for (const wait of others) wait.addLink({ context: span.spanContext() });
  return runIn({ span, isRequest: false }, work);
}

export function currentTraceParent(): string | undefined {
  const active = maker && activeSpans.getStore();
  return active && writeTraceParent(active.span.spanContext());
}

/** Returns the header `traceparent` for the current request's span; null in background work. */
export function requestTraceParent(): string | null {
  const active = maker && activeSpans.getStore();
  return active?.isRequest ? writeTraceParent(active.span.spanContext()) : null;
}

/** Ends the span. An error marks the span as failed, with the error's code or name. */
export function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined) {
    const { code, name = 'Error' } = error as { code?: unknown; name?: string };
    const isCode = typeof code === 'string' && ERROR_CODE.test(code);
    span.setAttribute('error.type', isCode ? code : ERROR_CODE.test(name) ? name : 'Error');
    span.setStatus({ code: STATUS_ERROR });
  }
  span.end();
}

export function failSpan(span: Span | undefined, reason: string): void {
  span?.setAttribute('error.type', reason).setStatus({ code: STATUS_ERROR });
}

async function runIn<T>(active: ActiveSpan, work: (span: Span) => Promise<T>): Promise<T> {
  const { span } = active;
  try {
    const result = await activeSpans.run(active, work, span);
    endSpan(span);
    return result;
  } catch (error) {
    endSpan(span, error ?? 'rejected');
    throw error;
  }
}

/** Parses a header `traceparent`. Returns undefined for a value that W3C Trace Context does not allow. */
export function readTraceParent(value: unknown): SpanContext | undefined {
  if (typeof value !== 'string' || value.length > TRACE_PARENT_LENGTH_MAX) return undefined;
  const [, version, traceId, spanId, flags, more] = TRACE_PARENT.exec(value) ?? [];
  if (!version || !traceId || !spanId || !flags || version === 'ff') return undefined;
  if (version === '00' && more !== undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}

/** Returns the header `traceparent` of a span, 55 characters. */
export function writeTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & SAMPLED).toString(16).padStart(2, '0')}`;
}
