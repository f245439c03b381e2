import { randomUUID } from 'node:crypto';
import type { Attributes } from '@opentelemetry/api';
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace';
import { type SpanMaker, setSpanMaker } from '../platform/observability/spans.ts';
import { type TraceOptions, VERSION } from '../platform/settings/config.ts';

/** The limit of spans that wait to be sent. Further spans are dropped. */
const WAITING_SPANS_MAX = 4_096;
const SPANS_PER_EXPORT = 256;
const EXPORT_INTERVAL_MS = 2_000;
/** The limit of one export with all its attempts. */
const EXPORT_TIMEOUT_MS = 5_000;
/** At the end, all waiting spans are sent at once. Otherwise exports follow each other. */
const EXPORTS_UNDER_WAY_MAX = WAITING_SPANS_MAX / SPANS_PER_EXPORT + 2;
const LINKS_MAX = 64;
const ATTRIBUTE_LENGTH_MAX = 200;
export type Tracing = { readonly sent: Readonly<Record<'exported' | 'failed', number>>; close(): Promise<void> };
type CollectorFaults = { failed(error: Error): void; worked(): void };

/** Starts tracing by OTLP over HTTP. Loads the packages only here, so tracing costs nothing when off. */
export async function openTracing(
  { url, headers, service, attributes, sampler }: TraceOptions,
  faults: CollectorFaults,
): Promise<Tracing> {
  const [{ ROOT_CONTEXT, SpanKind, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all(
    [
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ],
  );
  const sent = { exported: 0, failed: 0 };
  const exporter = new OTLPTraceExporter({
    url,
    headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    concurrencyLimit: EXPORTS_UNDER_WAY_MAX,
  });
  const provider = new sdk.TracerProvider({
    sampler: samplerOf(sdk, sampler),
    resource: resourceFromAttributes(resourceOf(service, attributes)),
    spanLimits: { linkCountLimit: LINKS_MAX, attributeValueLengthLimit: ATTRIBUTE_LENGTH_MAX },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: watchExporter(exporter, sent, faults),
        maxQueueSize: WAITING_SPANS_MAX,
        maxExportBatchSize: SPANS_PER_EXPORT,
        scheduledDelayMillis: EXPORT_INTERVAL_MS,
        exportTimeoutMillis: 2 * EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('platen', VERSION);
  const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT };
  const maker: SpanMaker = {
    start: (name, parent, { kind = 'internal', attributes = {}, links = [] }) =>
      tracer.startSpan(
        name,
        {
          kind: kinds[kind],
          attributes,
          links: links.slice(0, LINKS_MAX).map((span) => ({ context: span.spanContext() })),
        },
        parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      ),
  };
  setSpanMaker(maker);
  return {
    sent,
    close: async () => {
      setSpanMaker(undefined);
      // Spans that cannot be sent were counted and reported.
      await provider.shutdown().catch(() => {});
    },
  };
}

function resourceOf(service: string, attributes: Attributes): Attributes {
  return { 'service.instance.id': randomUUID(), 'service.version': VERSION, ...attributes, 'service.name': service };
}

type Sdk = typeof import('@opentelemetry/sdk-trace');

function samplerOf(sdk: Sdk, { name, ratio }: TraceOptions['sampler']): Sampler {
  const roots: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  } satisfies Record<Exclude<TraceOptions['sampler']['name'], `parentbased_${string}`>, () => Sampler>;
  const root = (roots[name.replace('parentbased_', '')] as () => Sampler)();
  return name.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root;
}

function watchExporter(
  exporter: SpanExporter,
  sent: { exported: number; failed: number },
  faults: CollectorFaults,
): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        sent[result.code === 0 ? 'exported' : 'failed'] += spans.length;
        // The collector's answer is left out, because it may repeat our header fields.
        const { code } = (result.error ?? {}) as { code?: string | number };
        if (result.code === 0) faults.worked();
        else faults.failed(Object.assign(new Error('The collector did not take the spans; they are lost.'), { code }));
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}
