import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Config, readConfig } from '../../src/platform/settings/config.ts';
import type { Scope } from './scope.ts';

/** The parts of an OTLP span that tests read. */
export interface SentSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code?: number };
  links: { traceId: string; spanId: string }[];
  attributes: Record<string, unknown>;
}

export interface TraceCollector {
  url: string;
  /** Returns settings that send traces here. */
  settings(more?: Record<string, string>): NonNullable<Config['TRACES']>;
  spans: SentSpan[];
  /** Raw bodies of all requests, with their header fields. */
  texts: string[];
  /** Answers an export; with status 200 by default. */
  answer: (response: ServerResponse) => void;
}

interface SentAttribute {
  key: string;
  value: Record<string, unknown>;
}

/** Receives traces by OTLP over HTTP (JSON) on a free port of 127.0.0.1. Closes at the end of the test. */
export async function startTraceCollector(t: Scope): Promise<TraceCollector> {
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    collector.texts.push(JSON.stringify(request.headers), text);
    collector.spans.push(...readSpans(JSON.parse(text)));
    collector.answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const collector: TraceCollector = {
    url,
    settings: (more = {}) =>
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...more }).TRACES as NonNullable<Config['TRACES']>,
    spans: [],
    texts: [],
    answer: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  };
  return collector;
}

function readSpans(body: {
  resourceSpans: {
    scopeSpans: { spans: (Omit<SentSpan, 'attributes'> & { attributes: SentAttribute[] })[] }[];
  }[];
}): SentSpan[] {
  return body.resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
}
