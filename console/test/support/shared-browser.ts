import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromiumForServers from '@sparticuz/chromium';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';

/** Root has no sandbox, and a container little shared memory. The package's own arguments put all pages into one process, which then share what they store. */
const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'];

let server: BrowserServer | undefined;

/** One Chromium for the whole run, from npm. */
export async function startBrowser(): Promise<void> {
  server = await chromium.launchServer({
    executablePath: await unpackedChromium(),
    args: ARGUMENTS,
    headless: true,
  });
  process.env.TEST_BROWSER = server.wsEndpoint();
}

/** It unpacks itself into the folder for temporary files, once, and only who did may run it: each user has a folder of their own. */
async function unpackedChromium(): Promise<string> {
  const before = process.env.TMPDIR;
  const folder = join(tmpdir(), `platen-browser-${process.getuid?.()}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  process.env.TMPDIR = folder;
  try {
    return await chromiumForServers.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

export async function stopBrowser(): Promise<void> {
  await server?.close();
}

/** The run's browser, for one test file. */
export async function connectBrowser(): Promise<Browser> {
  const endpoint = process.env.TEST_BROWSER;
  if (endpoint === undefined)
    throw new Error('Run the tests of the console by `npm test -- console/test/…`.');
  return chromium.connect(endpoint);
}
