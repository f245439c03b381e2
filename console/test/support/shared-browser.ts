import chromiumForServers from '@sparticuz/chromium';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';

/** Root has no sandbox, and a container little shared memory. The package's own arguments put all pages into one process, which then share what they store. */
const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'];

let server: BrowserServer | undefined;

/** One Chromium for the whole run, from npm: it unpacks itself into the folder for temporary files, also for root. */
export async function startBrowser(): Promise<void> {
  server = await chromium.launchServer({
    executablePath: await chromiumForServers.executablePath(),
    args: ARGUMENTS,
    headless: true,
  });
  process.env.TEST_BROWSER = server.wsEndpoint();
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
