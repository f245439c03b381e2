import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { StartError } from '../start/start-error.ts';
import { signWebhook } from '../webhooks/send-webhook.ts';

/** How often a quiet feed is read. */
const POLL_MS = 1_000;
const RETRY_MS_MAX = 30_000;
const FORWARD_TIMEOUT_MS = 20_000;
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

interface ListenFlags {
  forwardTo: string;
  url: string;
  clientId?: string;
  secretFile?: string;
  after?: string;
  positionFile?: string;
}

export function listenCommand(): Command {
  return new Command('listen')
    .description('forward the events of a client to a local URL, signed as webhooks are (docs/webhooks.md)')
    .requiredOption('--forward-to <url>', 'where each event is sent by POST')
    .option('--url <url>', 'address of the API; also PLATEN_URL', process.env.PLATEN_URL ?? 'http://localhost:8080')
    .option('--client-id <id>', 'client id; also PLATEN_CLIENT_ID')
    .option('--secret-file <file>', 'file with the client secret; otherwise PLATEN_CLIENT_SECRET has it')
    .option('--after <position>', 'begin after this position of GET /v1/events; otherwise with new events')
    .option('--position-file <file>', 'keep the position in this file, and continue from it')
    .addHelpText(
      'after',
      '\nPLATEN_WEBHOOK_SECRET signs the events, as whsec_… Without it, a new secret is printed at the start.',
    )
    .action(listen);
}

/** Follows the feed until a signal ends the process. Forwards each event again until its receiver answers. */
async function listen({ forwardTo, url, clientId, secretFile, after, positionFile }: ListenFlags): Promise<void> {
  const { PlatenApiError, PlatenClient } = await import('../../client/dist/platen-client.js');
  const target = readUrl('--forward-to', forwardTo);
  const clientSecret = secretFile ? (await readFile(secretFile, 'utf8')).trim() : process.env.PLATEN_CLIENT_SECRET;
  const id = clientId ?? process.env.PLATEN_CLIENT_ID;
  if (!id) throw new StartError('Set PLATEN_CLIENT_ID, or give --client-id.');
  if (!clientSecret) throw new StartError('Set PLATEN_CLIENT_SECRET, or give --secret-file.');
  const secret = readSigningSecret(process.env.PLATEN_WEBHOOK_SECRET);
  const platen = new PlatenClient({ baseUrl: readUrl('--url', url), clientId: id, clientSecret, maxRetries: 0 });
  let position = (positionFile && (await readPosition(positionFile))) || after || 'latest';
  let failures = 0;
  say(`Forwarding events to ${target}. Position: ${position}`);
  for (;;) {
    try {
      const { data, next } = await platen.events.read({ after: position });
      for (const event of data) await forward(target, event, secret);
      if (next !== position && positionFile) await writePosition(positionFile, next);
      position = next;
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

function readSigningSecret(given: string | undefined): Uint8Array {
  if (given === undefined) {
    const bytes = randomBytes(SECRET_BYTES);
    say(`Your signing secret for this run: ${SECRET_PREFIX}${bytes.toString('base64')}`);
    return bytes;
  }
  if (!given.startsWith(SECRET_PREFIX)) throw new StartError('PLATEN_WEBHOOK_SECRET must begin with whsec_.');
  return Buffer.from(given.slice(SECRET_PREFIX.length), 'base64');
}

function readUrl(flag: string, text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new StartError(`${flag} must be an http or https address.`);
  return text;
}

async function readPosition(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  return text.trim();
}

/** Replaces the file at once, so that a killed process leaves the old or the new position. */
async function writePosition(file: string, position: string): Promise<void> {
  await writeFile(`${file}.new`, `${position}\n`);
  await rename(`${file}.new`, file);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
