import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromiumForServers from '@sparticuz/chromium';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';

/**
 * Root has no sandbox, and a container has little shared memory. The package's own arguments use one process
 * for all pages, which then share storage.
 */
const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'];

let server: BrowserServer | undefined;

/** Starts one Chromium from npm for the whole run. */
export async function startBrowser(): Promise<void> {
  server = await chromium.launchServer({
    executablePath: await unpackedChromium(),
    args: ARGUMENTS,
    headless: true,
  });
  process.env.TEST_BROWSER = server.wsEndpoint();
}

/**
 * Unpacks Chromium once into a temporary folder. Each user has a separate folder, because only the owner may
 * run the file.
 */
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

/** Connects a test file to the run's browser. */
export async function connectBrowser(): Promise<Browser> {
  const endpoint = process.env.TEST_BROWSER;
  if (endpoint === undefined) throw new Error('Run the tests of the console by `npm test -- console/test/…`.');
  return chromium.connect(endpoint);
}
