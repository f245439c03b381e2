import { createHmac } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { StartError } from '../start/start-error.ts';
import { EVENT_TYPES } from '../webhooks/event-types.ts';
import { signWebhook } from '../webhooks/send-webhook.ts';

/** How often a quiet feed is read. */
const POLL_MS = 1_000;
const RETRY_MS_MAX = 30_000;
const FORWARD_TIMEOUT_MS = 20_000;
const SECRET_PREFIX = 'whsec_';
const SECRET_PATTERN = /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

interface ListenFlags {
  forwardTo: string;
  events?: string;
  url: string;
  clientId?: string;
  secretFile?: string;
  after?: string;
  positionFile?: string;
}

export function listenCommand(): Command {
  return new Command('listen')
    .description('forward the events of a client to a local URL, signed as webhooks are (docs/webhooks.md)')
    .requiredOption('--forward-to <url>', 'where each event is sent by POST, such as localhost:3000/hooks')
    .option('--events <types>', 'forward only these types, such as order.shipped,order.error')
    .option('--url <url>', 'address of the API; also PLATEN_URL', process.env.PLATEN_URL ?? 'http://localhost:8080')
    .option('--client-id <id>', 'client id; also PLATEN_CLIENT_ID')
    .option('--secret-file <file>', 'file with the client secret; otherwise PLATEN_CLIENT_SECRET has it')
    .option('--after <position>', 'begin after this position of GET /v1/events; otherwise with new events')
    .option('--position-file <file>', 'keep the position in this file after each event, and continue from it')
    .addHelpText(
      'after',
      '\nPLATEN_WEBHOOK_SECRET signs the events, as whsec_… Without it, a secret is printed that stays the same for the client secret.',
    )
    .action(listen);
}

/** Follows the feed until a signal ends the process. Forwards each event again until its receiver answers. */
async function listen({
  forwardTo,
  events,
  url,
  clientId,
  secretFile,
  after,
  positionFile,
}: ListenFlags): Promise<void> {
  const { PlatenApiError, PlatenClient } = await import('../../client/dist/platen-client.js');
  const target = readUrl('--forward-to', forwardTo);
  const isWanted = readTypes(events);
  const clientSecret = secretFile ? (await readFile(secretFile, 'utf8')).trim() : process.env.PLATEN_CLIENT_SECRET;
  const id = clientId ?? process.env.PLATEN_CLIENT_ID;
  if (!id) throw new StartError('Set PLATEN_CLIENT_ID, or give --client-id.');
  if (!clientSecret) throw new StartError('Set PLATEN_CLIENT_SECRET, or give --secret-file.');
  const secret = process.env.PLATEN_WEBHOOK_SECRET ?? deriveSigningSecret(clientSecret);
  if (!SECRET_PATTERN.test(secret)) throw new StartError('PLATEN_WEBHOOK_SECRET must be whsec_ followed by base64.');
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const platen = new PlatenClient({ baseUrl: readUrl('--url', url), clientId: id, clientSecret, maxRetries: 0 });
  const kept = positionFile ? await readPlace(positionFile) : undefined;
  let position = kept?.position || after || 'latest';
  let lastId = kept?.lastId;
  let failures = 0;
  let isReady = false;
  for (;;) {
    try {
      const { data, next } = await platen.events.read({ after: position });
      if (!isReady) {
        say(`Ready. Forwarding events to ${target}. Position: ${position}`);
        if (process.env.PLATEN_WEBHOOK_SECRET === undefined) say(`Your signing secret: ${secret}`);
        isReady = true;
      }
      // The order of the feed never changes, so the events up to the last one were forwarded.
      const rest = data.slice(data.findIndex(({ id }) => id === lastId) + 1);
      for (const event of rest.filter(({ type }) => isWanted(type))) {
        await forward(target, event, key);
        lastId = event.id;
        if (positionFile) await writePlace(positionFile, { position, lastId });
      }
      if (next !== position && positionFile) await writePlace(positionFile, { position: next });
      position = next;
      lastId = undefined;
      failures = 0;
      if (data.length === 0) await pause(POLL_MS);
    } catch (error) {
      const status = error instanceof PlatenApiError ? error.status : undefined;
      // Trying again would not help: a wrong secret, scope or position.
      if (status !== undefined && status < 500 && status !== 429) throw new StartError((error as Error).message);
      failures += 1;
      const delayMs = Math.min(RETRY_MS_MAX, POLL_MS * 2 ** (failures - 1));
      say(`${(error as Error).message} Next attempt in ${delayMs / 1_000} s.`);
      await pause(delayMs);
    }
  }
}

interface ForwardedEvent {
  id: string;
  type: string;
  timestamp: string;
  data: unknown;
}

/** Sends an event until the receiver answers. Prints one line. */
async function forward(target: string, event: ForwardedEvent, secret: Uint8Array): Promise<void> {
  const { id, type, timestamp, data } = event;
  const body = JSON.stringify({ type, timestamp, data });
  for (let attempt = 0; ; attempt += 1) {
    const headers = { 'content-type': 'application/json', ...signWebhook(id, new Date(), body, [secret]) };
    const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS);
    const answer = await fetch(target, { method: 'POST', headers, body, signal, redirect: 'manual' }).catch(() => null);
    await answer?.body?.cancel();
    if (answer) return say(`${type} ${id} ${subjectOf(data)} -> ${answer.status}`);
    const delayMs = Math.min(RETRY_MS_MAX, POLL_MS * 2 ** attempt);
    say(`${type} ${id} ${subjectOf(data)} -> no answer, next attempt in ${delayMs / 1_000} s`);
    await pause(delayMs);
  }
}

/** Returns the order or the variant of an event. */
function subjectOf(data: unknown): string {
  const { orderId, ean13 } = data as { orderId?: string; ean13?: string };
  return JSON.stringify(orderId ?? ean13 ?? '');
}

/** Returns a secret that stays the same between runs, and that does not reveal the client secret. */
function deriveSigningSecret(clientSecret: string): string {
  return SECRET_PREFIX + createHmac('sha256', clientSecret).update('platen listen').digest('base64');
}

/** Returns whether an event of a type is forwarded. Throws StartError for an unknown type. */
function readTypes(text: string | undefined): (type: string) => boolean {
  if (text === undefined) return () => true;
  const types = new Set(text.split(','));
  for (const type of types)
    if (!EVENT_TYPES.some((known) => known === type))
      throw new StartError(
        `--events: ${JSON.stringify(type)} is no event type. The types are ${EVENT_TYPES.join(', ')}.`,
      );
  return (type) => types.has(type);
}

/** Returns the address. Without a scheme, as in localhost:3000, it is http. */
function readUrl(flag: string, text: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new StartError(`${flag} must be an http or https address without credentials.`);
  return url.href;
}

/** A position of the feed, and the last forwarded event after it. */
interface Place {
  position: string;
  lastId?: string | undefined;
}

async function readPlace(file: string): Promise<Place> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const [position = '', lastId] = text.trim().split(/\s+/);
  return { position, lastId };
}

/** Replaces the file at once, so that a killed process leaves the old or the new place. */
async function writePlace(file: string, { position, lastId }: Place): Promise<void> {
  await writeFile(`${file}.new`, `${[position, lastId].filter(Boolean).join('\n')}\n`);
  await rename(`${file}.new`, file);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
