import { createHmac } from 'node:crypto';

export interface SignedHeaders {
  'webhook-id': string;
  /** Seconds since 1970. */
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** The header fields of Standard Webhooks: one signature for each secret, over id, time and body. */
export function signWebhook(
  id: string,
  at: Date,
  body: string,
  secrets: readonly Uint8Array[],
): SignedHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
