import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Dispatcher } from 'undici';
import { workInRounds } from '../platform/concurrency/in-rounds.ts';
import type { DueQuery } from '../platform/database/due-query.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { failSpan, runInTrace } from '../platform/observability/spans.ts';
import { decrypt } from '../platform/secrets/encryption.ts';
import { type Answer, disablingReason, nextAttempt } from './delivery-rules.ts';
import { type SignedHeaders, sendWebhook, signWebhook } from './send-webhook.ts';
import {
  type DueDelivery,
  dueRemovalsBefore,
  findDueDelivery,
  recordAttempt,
  removeDeliveries,
  removeEndedDeliveries,
} from './webhook-delivery-store.ts';
import { disableWebhookEndpoint, type EndpointKey, removeWebhookEndpoint } from './webhook-endpoint-store.ts';

/** A run that has lasted so long lets others have its place; the endpoint's turn comes again. */
const RUN_MS_MAX = 30_000;
/** An attempt that is under way at the end of the process gets this long to come to an end. */
const STOP_GRACE_MS = 5_000;
/** Deliveries that have ended are kept this long. */
const KEEP_MS = 30 * 24 * 3_600_000;
const REMOVED_AT_ONCE_MAX = 1_000;
/** The key of the deliveries that have ended, of whatever endpoint. */
const ENDED = 'ended';
/** A deleted endpoint is removed after so long: by then nothing records events for it any more. */
const REMOVE_AFTER_MS = 60_000;

export interface DeliverContext {
  pool: Pool;
  log: FastifyBaseLogger;
  clock: () => Date;
  encryptionKey: Uint8Array;
  /** From safeAgent. */
  agent: Dispatcher;
  /** Between the attempts at one delivery. */
  retrySeconds: readonly number[];
  /** Told of each attempt that is recorded. */
  onAttempt?: (outcome: 'delivered' | 'failed') => void;
  /** Of one attempt; tests shorten it. */
  timeoutMs?: number | undefined;
}

/**
 * Delivers what is due at the endpoint, one after the other in the order of recording: sign, send, record. One that waits
 * for its retry holds back those behind it. What was sent and not recorded, since the process ended, is sent again.
 */
export async function deliverWebhooks(
  context: DeliverContext,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const { pool, clock } = context;
  const endpoint = readKey(key);
  await workInRounds(RUN_MS_MAX, signal, async () => {
    const delivery = await withRetry(() => findDueDelivery(pool, endpoint, clock()));
    const answer = delivery && (await tracedAttempt(context, endpoint, delivery, signal));
    // Nothing is known of an attempt that was cut off: it will be made again.
    if (!answer) return false;
    await record(context, endpoint, delivery, answer);
    return true;
  });
}

/** In the trace of the request that led to the event. */
function tracedAttempt(
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
    const answer = await attempt(context, endpoint, delivery, stop);
    if (answer?.status) span?.setAttribute('http.response.status_code', answer.status);
    if (answer?.error) failSpan(span, answer.error);
    return answer;
  });
}

/** A failure of our own is an attempt too, so that it does not hold up what comes after it for ever, but none of the receiver's. */
async function attempt(
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
    context.log.error({ err: error, ...endpoint, deliveryId }, 'a webhook failed for a reason of our own');
    return OWN_FAILURE;
  }
}

const OWN_FAILURE: Answer = { status: null, error: 'internal_problem', excerpt: null };
const UNSIGNED: Answer = { status: null, error: 'secret_unreadable', excerpt: null };

/** Undefined when the secret was encrypted with a key that is no longer the one. */
function sign({ encryptionKey, clock }: DeliverContext, delivery: DueDelivery): SignedHeaders | undefined {
  const now = clock();
  const secret = decrypt(encryptionKey, delivery.secret);
  if (!secret) return undefined;
  const { previousSecret, previousSecretUntil } = delivery;
  const previous =
    previousSecret && previousSecretUntil && previousSecretUntil > now
      ? decrypt(encryptionKey, previousSecret)
      : undefined;
  const secrets = previous ? [secret, previous] : [secret];
  return signWebhook(delivery.deliveryId, now, delivery.body, secrets);
}

/** Undefined when the process stops and the answer does not come soon. */
async function send(
  { agent, timeoutMs }: DeliverContext,
  { url, body }: DueDelivery,
  signed: SignedHeaders,
  stop: AbortSignal,
): Promise<Answer | undefined> {
  if (stop.aborted) return undefined;
  const cut = new AbortController();
  const cutSoon = () => void setTimeout(() => cut.abort(), STOP_GRACE_MS).unref();
  stop.addEventListener('abort', cutSoon);
  try {
    return await sendWebhook(url, signed, body, { agent, signal: cut.signal, timeoutMs });
  } catch (error) {
    if (cut.signal.aborted) return undefined;
    throw error;
  } finally {
    stop.removeEventListener('abort', cutSoon);
  }
}

async function record(
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
    recordAttempt(pool, endpoint, url, {
      deliveryId,
      attempts,
      state,
      due: next ?? at,
      at,
      status,
      error,
      excerpt,
    }),
  );
  if (recorded) onAttempt?.(error ? 'failed' : 'delivered');
  if (recorded && state === 'failed')
    log.warn({ ...endpoint, deliveryId, status, error }, 'a webhook was given up');
  const isOfReceiver = error !== null && error !== OWN_FAILURE.error;
  const reason = isOfReceiver ? disablingReason(answer, failingSince, at) : undefined;
  if (reason && (await withRetry(() => disableWebhookEndpoint(pool, endpoint, url, reason, at)))) {
    log.warn({ ...endpoint, reason }, 'a webhook endpoint was disabled');
  }
}

/** Has the endpoints that were deleted and can be removed, and one key while there are deliveries that ended long ago. */
export function dueRemovals({ clock }: DeliverContext): DueQuery {
  const now = clock().getTime();
  return dueRemovalsBefore({
    deletedBefore: new Date(now - REMOVE_AFTER_MS),
    endedBefore: new Date(now - KEEP_MS),
    endedKey: ENDED,
  });
}

/** Removes a deleted endpoint with all its deliveries, or those of all endpoints that have been kept long enough. */
export async function removeWebhooks(
  { pool, clock }: DeliverContext,
  key: string,
  signal: AbortSignal,
): Promise<void> {
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
