import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Dispatcher } from 'undici';
import type { DueQuery } from '../platform/database/due-query.ts';
import { decrypt } from '../platform/database/encryption.ts';
import { runWithStopGrace, workInRounds } from '../platform/database/in-rounds.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { failSpan, runInTrace } from '../platform/observability/spans.ts';
import { type Answer, disablingReason, nextAttempt } from './delivery-rules.ts';
import { type SignedHeaders, sendWebhook, signWebhook } from './send-webhook.ts';
import {
  type DueDelivery,
  dueRemovalsBefore,
  findDueDelivery,
  type Lane,
  recordAttempt,
  removeDeliveries,
  removeEndedDeliveries,
} from './webhook-delivery-store.ts';
import { disableWebhookEndpoint, type EndpointKey, removeWebhookEndpoint } from './webhook-endpoint-store.ts';

/** A run ends after this time, so that other endpoints get their turn. */
const RUN_MS_MAX = 30_000;
/** When the process stops, an attempt under way may continue for this time. */
const STOP_GRACE_MS = 5_000;
const KEEP_MS = 30 * 24 * 3_600_000;
const REMOVED_AT_ONCE_MAX = 1_000;
/** The job key of the ended deliveries of all endpoints. */
const ENDED = 'ended';
/** A deleted endpoint is removed after this time, when no transaction records events for it. */
const REMOVE_AFTER_MS = 60_000;

export interface DeliverContext {
  pool: Pool;
  log: FastifyBaseLogger;
  clock: () => Date;
  encryptionKey: Uint8Array;
  agent: Dispatcher;
  retrySeconds: readonly number[];
  onAttempt?: (outcome: 'delivered' | 'failed') => void;
  /** The limit of one attempt; tests shorten it. */
  timeoutMs?: number | undefined;
}

/**
 * Sends the due deliveries in a lane of an endpoint one after the other, in the order of recording: signs,
 * sends, records. A delivery that waits for its retry delays the later deliveries. A delivery that was sent
 * but not recorded is sent again.
 */
export async function deliverWebhooks(
  context: DeliverContext,
  lane: Lane,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const { pool, clock } = context;
  const endpoint = readKey(key);
  await workInRounds(RUN_MS_MAX, signal, async () => {
    const delivery = await withRetry(() => findDueDelivery(pool, endpoint, lane, clock()));
    const answer = delivery && (await traceAttempt(context, endpoint, delivery, signal));
    // Nothing is known of an attempt that was cut off: it will be made again.
    if (!answer) return false;
    await recordResult(context, endpoint, delivery, answer);
    return true;
  });
}

/** Makes an attempt within the trace of the request that caused the event. */
function traceAttempt(
  context: DeliverContext,
  endpoint: EndpointKey,
  delivery: DueDelivery,
  stop: AbortSignal,
): Promise<Answer | undefined> {
  const { type, attempts, traceParent } = delivery;
  const attributes = {
    'http.request.method': 'POST',
    'platen.client.id': endpoint.clientId,
    'platen.endpoint.id': endpoint.endpointId,
    'platen.event.type': type,
    'platen.attempt': attempts + 1,
  };
  return runInTrace('send webhook', traceParent, { kind: 'client', attributes }, async (span) => {
    const answer = await makeAttempt(context, endpoint, delivery, stop);
    if (answer?.status) span?.setAttribute('http.response.status_code', answer.status);
    if (answer?.error) failSpan(span, answer.error);
    return answer;
  });
}

/** Makes an attempt. An internal error also counts as one, so that it cannot block the endpoint forever. */
async function makeAttempt(
  context: DeliverContext,
  endpoint: EndpointKey,
  delivery: DueDelivery,
  stop: AbortSignal,
): Promise<Answer | undefined> {
  try {
    const signed = sign(context, delivery);
    return signed ? await send(context, delivery, signed, stop) : UNSIGNED;
  } catch (error) {
    const { deliveryId } = delivery;
    context.log.error({ err: error, ...endpoint, deliveryId }, 'a webhook failed because of an internal error');
    return OWN_FAILURE;
  }
}

const OWN_FAILURE: Answer = { status: null, error: 'internal_problem', excerpt: null };
const UNSIGNED: Answer = { status: null, error: 'secret_unreadable', excerpt: null };

/** Signs a delivery; undefined if the secret was encrypted with another ENCRYPTION_KEY. */
function sign({ encryptionKey, clock }: DeliverContext, delivery: DueDelivery): SignedHeaders | undefined {
  const now = clock();
  const secret = decrypt(encryptionKey, delivery.secret);
  if (!secret) return undefined;
  const { previousSecret, previousSecretUntil, olderSecrets, olderSecretsUntil } = delivery;
  const ends = [previousSecretUntil, ...(olderSecretsUntil ?? [])];
  const earlier = [previousSecret, ...(olderSecrets ?? [])].flatMap((sealed, index) => {
    const until = ends[index];
    return (sealed && until && until > now && decrypt(encryptionKey, sealed)) || [];
  });
  return signWebhook(delivery.deliveryId, now, delivery.body, [secret, ...earlier]);
}

/** Sends a delivery; undefined when the process stops before the answer arrives. */
async function send(
  { agent, timeoutMs }: DeliverContext,
  { url, body }: DueDelivery,
  signed: SignedHeaders,
  stop: AbortSignal,
): Promise<Answer | undefined> {
  if (stop.aborted) return undefined;
  return runWithStopGrace(stop, STOP_GRACE_MS, (signal) =>
    sendWebhook(url, signed, body, { agent, signal, timeoutMs }).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    }),
  );
}

async function recordResult(
  { pool, clock, log, retrySeconds, onAttempt }: DeliverContext,
  endpoint: EndpointKey,
  { deliveryId, attempts, url, failingSince }: DueDelivery,
  answer: Answer,
): Promise<void> {
  const at = clock();
  const { status, error, excerpt } = answer;
  const next = error ? nextAttempt(attempts + 1, answer, retrySeconds, at, Math.random()) : undefined;
  const state = !error ? 'delivered' : next ? 'pending' : 'failed';
  const recorded = await withRetry(() =>
    recordAttempt(pool, endpoint, url, { deliveryId, attempts, state, due: next ?? at, at, status, error, excerpt }),
  );
  if (recorded) onAttempt?.(error ? 'failed' : 'delivered');
  if (recorded && state === 'failed')
    log.warn({ ...endpoint, deliveryId, status, error }, 'a webhook was not delivered: its last attempt failed');
  const isOfReceiver = error !== null && error !== OWN_FAILURE.error;
  const reason = isOfReceiver ? disablingReason(answer, failingSince, at) : undefined;
  if (reason && (await withRetry(() => disableWebhookEndpoint(pool, endpoint, url, reason, at)))) {
    log.warn({ ...endpoint, reason }, 'a webhook endpoint was disabled');
  }
}

/** Returns the query for deleted endpoints to remove, and for one key while old deliveries are left. */
export function dueRemovals({ clock }: DeliverContext): DueQuery {
  const now = clock().getTime();
  return dueRemovalsBefore({
    deletedBefore: new Date(now - REMOVE_AFTER_MS),
    endedBefore: new Date(now - KEEP_MS),
    endedKey: ENDED,
  });
}

/** Removes a deleted endpoint with all its deliveries, or the old ended deliveries of all endpoints. */
export async function removeWebhooks({ pool, clock }: DeliverContext, key: string, signal: AbortSignal): Promise<void> {
  const endpoint = key === ENDED ? undefined : readKey(key);
  const old = new Date(clock().getTime() - KEEP_MS);
  const remove = () =>
    endpoint
      ? removeDeliveries(pool, endpoint, REMOVED_AT_ONCE_MAX)
      : removeEndedDeliveries(pool, old, REMOVED_AT_ONCE_MAX);
  while ((await remove()) > 0) if (signal.aborted) return;
  if (endpoint) await removeWebhookEndpoint(pool, endpoint);
}

function readKey(key: string): EndpointKey {
  const [clientId = '', endpointId = ''] = key.split(' ');
  return { clientId, endpointId };
}
