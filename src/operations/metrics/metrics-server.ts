import type { Server, ServerResponse } from 'node:http';
import { prometheusContentType } from 'prom-client';
import { ApiError } from '../../platform/errors/errors.ts';
import { SECURITY_HEADERS, sendBareError } from '../../platform/http/common-headers.ts';
import { Connections } from '../../platform/http/connections.ts';
import { toApiError } from '../../platform/http/error-handler.ts';
import { VERSION } from '../../platform/settings/config.ts';

/** Enough for a few scrapers. Beyond this, older connections are closed. */
const CONNECTIONS_MAX = 64;

/** Creates the server of METRICS_PORT, with metrics and health checks. It does not listen yet. */
export function makeMetricsServer(
  read: () => Promise<string>,
  askDatabase: () => Promise<unknown> = async () => {},
): { server: Server; closeAll: () => void } {
  const connections = new Connections({ max: CONNECTIONS_MAX });
  let collecting: Promise<string> | undefined;
  // Concurrent requests share one collection.
  const collect = () => {
    collecting ??= read().finally(() => {
      collecting = undefined;
    });
    return collecting;
  };
  const server = connections.createServer(async (request, response) => {
    if (request.url === '/health/live') return sendHealthy(response);
    if (request.url === '/health/ready') {
      await askDatabase().then(
        () => sendHealthy(response),
        (error) => sendBareError(response, toApiError(error)),
      );
      return;
    }
    if (request.url !== '/metrics') {
      sendBareError(response, new ApiError('not_found', 'The metrics are at /metrics.'));
      return;
    }
    try {
      const metrics = await collect();
      response.writeHead(200, { ...SECURITY_HEADERS, 'content-type': prometheusContentType }).end(metrics);
    } catch {
      sendBareError(response, new ApiError('internal_error', 'The metrics could not be collected. See the log.'));
    }
  });
  return { server, closeAll: () => connections.closeAll() };
}

function sendHealthy(response: ServerResponse): void {
  response
    .writeHead(200, { ...SECURITY_HEADERS, 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify({ status: 'ok', version: VERSION }));
}
