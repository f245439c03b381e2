import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromiumForServers from '@sparticuz/chromium';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';

/**
 * Root has no sandbox, and a container has little shared memory. The package's own arguments use one process
 * for all pages, which then share storage.
 */
const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'];

/** Fonts of Latin, Japanese and the other scripts, so that a page looks alike on every machine. */
const FONT_FOLDERS = ['@expo-google-fonts/biz-udpgothic', '@fontsource/unifontex'].map((name) =>
  join(import.meta.dirname, '../../../node_modules', name),
);

let server: BrowserServer | undefined;

/** Starts one Chromium from npm for the whole run. */
export async function startBrowser(): Promise<void> {
  server = await chromium.launchServer({
    executablePath: await unpackedChromium(),
    args: ARGUMENTS,
    env: { ...process.env, FONTCONFIG_FILE: writeFontSettings() },
    headless: true,
  });
  process.env.TEST_BROWSER = server.wsEndpoint();
}

/** Writes settings of fontconfig that add the fonts of npm to those of the machine. Returns the path. */
function writeFontSettings(): string {
  const path = join(browserFolder(), 'fonts.conf');
  const lines = [
    '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    ...FONT_FOLDERS.map((folder) => `<dir>${folder}</dir>`),
    `<cachedir>${browserFolder()}/fonts</cachedir>`,
  ];
  writeFileSync(path, `<?xml version="1.0"?>\n<fontconfig>\n${lines.join('\n')}\n</fontconfig>\n`);
  return path;
}

/**
 * Creates the temporary folder of the browser. Each user has a separate one, because only the owner may run a
 * file.
 */
function browserFolder(): string {
  const folder = join(tmpdir(), `platen-browser-${process.getuid?.()}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Unpacks Chromium once into the temporary folder of the browser, which the package takes from TMPDIR. */
async function unpackedChromium(): Promise<string> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = browserFolder();
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
