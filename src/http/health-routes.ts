import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { askingFor } from '../database/asker.ts';
import { ApiError } from '../errors.ts';
import { VERSION } from '../version.ts';
import { answer, openErrorAnswers } from './api-document.ts';

const READY_TIMEOUT_MS = 2_000;

const HealthSchema = Type.Object(
  {
    status: Type.Unsafe<'ok'>({ type: 'string', enum: ['ok'], description: 'ok.' }),
    version: Type.String({ description: 'Version of the program.', examples: ['1.2.0'] }),
  },
  { title: 'Health', description: 'The answer of a server that is well.' },
);

/** /health/live and /health/ready */
export async function healthRoutes(app: FastifyInstance, { pool }: { pool: Pool }): Promise<void> {
  let asking: Promise<void> | undefined;
  /** GET /health/live */
  app.get('/health/live', {
    schema: {
      tags: ['Operations'],
      operationId: 'getLiveness',
      summary: 'Whether the process runs',
      description: 'Restart the process when this fails.',
      security: [],
      response: { 200: answer('The process runs.', HealthSchema), ...openErrorAnswers() },
    },
    handler: () => ({ status: 'ok', version: VERSION }),
  });

  /** GET /health/ready */
  app.get('/health/ready', {
    schema: {
      tags: ['Operations'],
      operationId: 'getReadiness',
      summary: 'Whether requests can be answered',
      description: 'Send no traffic here while this fails.',
      security: [],
      response: { 200: answer('The database answers.', HealthSchema), ...openErrorAnswers() },
    },
    handler: async () => {
      // Anybody may ask, as often as they like: it takes one connection to the database, whoever waits for the answer.
      asking ??= askDatabase(pool).finally(() => {
        asking = undefined;
      });
      await asking;
      return { status: 'ok', version: VERSION };
    },
  });
}

async function askDatabase(pool: Pool): Promise<void> {
  const timeout = AbortSignal.timeout(READY_TIMEOUT_MS);
  const timedOut = new Promise<never>((_resolve, reject) => {
    timeout.addEventListener('abort', () => reject(timeout.reason), { once: true });
  });
  // A connection that does not answer is not to be kept by each probe.
  const until = performance.now() + READY_TIMEOUT_MS;
  const asked = askingFor({ until }, () => pool.query('select 1'));
  await Promise.race([asked, timedOut]).catch(() => {
    throw new ApiError('temporarily_unavailable', 'The database does not answer.', {
      headers: { 'Retry-After': '2' },
    });
  });
}
