import { timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { withRetry } from '../database/transaction.ts';
import { hashClientSecret } from './client-secrets.ts';
import { type ClientState, findClientStates, findSecrets } from './client-store.ts';

const CLIENT_ID_LENGTH_MAX = 128;

/** The client and which of its secrets was shown; undefined when it is unknown or disabled, or the secret is wrong. */
export async function authenticateClient(
  pool: Pool,
  clientId: string,
  clientSecret: string,
): Promise<{ client: ClientState; secretId: string } | undefined> {
  if (clientId.length > CLIENT_ID_LENGTH_MAX || clientId.includes('\0')) return undefined;
  const secrets = await withRetry(() => findSecrets(pool, clientId));
  const hashed = hashClientSecret(clientSecret);
  const secret = secrets.find(({ secretHash }) => timingSafeEqual(secretHash, hashed));
  if (!secret) return undefined;
  const [client] = await withRetry(() => findClientStates(pool, [clientId]));
  return client?.status === 'active' ? { client, secretId: secret.secretId } : undefined;
}
