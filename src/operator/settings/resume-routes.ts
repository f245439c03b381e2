import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../audit/actor.ts';
import { resumeAfterRestore } from '../../backup/restore-pause.ts';
import { answer, errorAnswers, rateLimitHeaders, WITH_BODY } from '../../http/api-document.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { strictObject } from '../fields/operator-schemas.ts';

/** For hundreds of thousands of webhooks to skip. */
const RESUME_ANSWER_MS_MAX = 60_000;

const ResumeRequest = strictObject('ResumeRequest', 'Whether to send or skip old webhooks.', {
  skipOldWebhooks: Type.Optional(
    Type.Boolean({
      description:
        'true: the pending webhooks that are older than the restored data are skipped and never sent. false: they are sent. Default: false.',
      default: false,
      examples: [true],
    }),
  ),
});

const ResumedSchema = Type.Object(
  {
    wasPaused: Type.Boolean({ description: 'false: nothing was paused, and nothing was changed.' }),
    skippedWebhooks: Type.Integer({
      description: 'How many webhooks this request skipped.',
      examples: [604],
    }),
  },
  {
    title: 'Resumed',
    description: 'What resuming did.',
    examples: [{ wasPaused: true, skippedWebhooks: 604 }],
  },
);

const postResume = route({
  config: { answerMsMax: RESUME_ANSWER_MS_MAX },
  schema: {
    tags: ['Service'],
    operationId: 'resumeAfterRestore',
    summary: 'Resume what a restore paused',
    description:
      'After `platen restore`, webhooks, connectors, printers and sandbox steps wait until an admin resumes them; `GET /operator/v1/overview` tells it in `paused`. They go on within seconds. Skipped webhooks stay in the delivery log as `skipped`. Answered within 60 s; after a 503 send it again. Idempotent: sending it again changes nothing.',
    body: Type.Optional(ResumeRequest),
    response: {
      200: answer('What resuming did.', ResumedSchema, rateLimitHeaders),
      ...errorAnswers(...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: ResumeRouteOptions, { body, caller }) =>
    resumeAfterRestore(
      pool,
      { skipOldWebhooks: body.skipOldWebhooks ?? false },
      { by: actorOf(caller), now: clock() },
    ),
});

interface ResumeRouteOptions {
  pool: Pool;
  clock: () => Date;
}

/** POST /operator/v1/resume */
export async function resumeRoutes(app: FastifyInstance, options: ResumeRouteOptions): Promise<void> {
  registerRoutes(app, options, [['POST', '/operator/v1/resume', postResume, { verb: 'service.resume' }]]);
}
