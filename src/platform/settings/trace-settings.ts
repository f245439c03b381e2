import { baseUrl, keyValues, oneOf, ratio, setting, text } from './setting-values.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Those of OpenTelemetry, by its names, that are used here. */
export const TRACE_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'Collector that traces are sent to by OTLP over HTTP (JSON), without its /v1/traces, as http://127.0.0.1:4318. Unset: no traces are made.',
    undefined,
    baseUrl,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    'The same with the whole path, as http://127.0.0.1:4318/v1/traces; it comes first.',
    undefined,
    baseUrl,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    'Header fields for the collector, as key=value with commas, values percent-encoded; a secret.',
    '',
    keyValues,
  ),
  OTEL_TRACES_SAMPLER: setting(
    'Which traces are kept: always_on, always_off, traceidratio, or with parentbased_ before it, which keeps what the caller keeps and decides about the rest.',
    'parentbased_always_on',
    (value) => oneOf(value, SAMPLERS),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    'Of traceidratio, the part of the traces that is kept, 0 to 1.',
    '1',
    ratio,
  ),
  OTEL_SERVICE_NAME: setting('What Platen is called in traces.', 'platen', text),
  OTEL_RESOURCE_ATTRIBUTES: setting(
    'What stands with all traces of this server, as key=value with commas, such as deployment.environment.name=production.',
    '',
    keyValues,
  ),
  OTEL_SDK_DISABLED: setting(
    'true makes no traces, whatever else is set.',
    'false',
    (value) => oneOf(value, ['true', 'false']) === 'true',
  ),
} as const;
