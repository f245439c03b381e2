import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { signedIn } from '../../../test/support/signed-in.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { eventually } from './eventually.ts';
import { connectBrowser } from './shared-browser.ts';

/** The screen of an office computer. */
export const OFFICE_SCREEN = { width: 1280, height: 800 };
export const TABLET_SCREEN = { width: 820, height: 1180 };
export const PHONE_SCREEN = { width: 390, height: 844 };
/** For slow machines that run other work. */
const DEADLINE_MS = 60_000;

/** A separate Platen server, and browsers that use it. */
export interface TestConsole {
  server: TestServer;
  /**
   * Opens a page of a signed-in account. Pages with the same options share an account and a browser context.
   */
  signedIn(options?: ScreenOptions): Promise<Page>;
  /** Opens a page in a new context, in which nobody is signed in. */
  stranger(options?: ScreenOptions): Promise<Page>;
  /**
   * For `afterEach`: closes the test's pages. Fails if one of them broke the policy, threw or logged an
   * error.
   */
  endTest(): Promise<void>;
  close(): Promise<void>;
}

interface ScreenOptions {
  screen?: { width: number; height: number };
  dark?: boolean;
  language?: 'en' | 'de';
  /** Absent: the browser has the time zone of this machine. */
  timezoneId?: string;
  role?: Parameters<typeof signedIn>[1];
  /** Lets the pages install their service worker. Routes of a test do not see its requests. */
  withWorker?: boolean;
  /** Gives the page a new account and a new context, for tests that change cookies or settings. */
  alone?: boolean;
}

export async function startConsole(
  settings: Record<string, string> = {},
  options: Parameters<typeof startTestServer>[1] = {},
): Promise<TestConsole> {
  const server = await startTestServer(settings, options);
  const browser = await connectBrowser();
  const faults: string[] = [];
  const openContext = async (options: ScreenOptions) => {
    const context = await newContext(browser, server, options);
    context.setDefaultTimeout(DEADLINE_MS);
    context.on('page', recordRequests);
    // React reports a recovered error without its cause.
    await context.addInitScript(() =>
      addEventListener('error', ({ error }) => {
        if (error?.cause) reportError(error.cause);
      }),
    );
    context.on('weberror', (fault) => faults.push(`${fault.error().message} on ${fault.page()?.url()}`));
    context.on('console', (message) => {
      // Reports violations of the policy and errors of React. Ignores refused requests.
      if (message.type() === 'error' && !/Failed to load resource|ERR_/.test(message.text())) {
        faults.push(`${message.text()} on ${message.page()?.url()}`);
      }
    });
    return context;
  };
  const openSignedIn = async (options: ScreenOptions) => {
    const context = await openContext(options);
    const { cookies } = await signedIn(server, options.role);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: server.url, httpOnly: true })));
    return context;
  };
  const contexts = new Map<string, Promise<BrowserContext>>();
  const endTest = async () => {
    for (const page of browser.contexts().flatMap((context) => context.pages())) {
      // Removes the filters that this test left.
      if (page.url().startsWith(server.url)) await page.evaluate(() => localStorage.clear());
      await page.close();
    }
    assert.deepEqual(faults.splice(0), []);
  };
  return {
    server,
    endTest,
    stranger: async (options = {}) => (await openContext(options)).newPage(),
    signedIn: async (options = {}) => {
      const key = JSON.stringify(options);
      const shared = options.alone ? undefined : contexts.get(key);
      const context = shared ?? openSignedIn(options);
      contexts.set(key, context);
      return (await context).newPage();
    },
    close: async () => {
      await browser.close();
      await server.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** Opens a separate browser context for the console at `url`. */
export function newContext(
  browser: Browser,
  { url }: Pick<TestServer, 'url'>,
  options: ScreenOptions,
): Promise<BrowserContext> {
  const { screen = OFFICE_SCREEN, dark = false, language = 'en', timezoneId, withWorker = false } = options;
  return browser.newContext({
    baseURL: `${url}/console/`,
    viewport: screen,
    colorScheme: dark ? 'dark' : 'light',
    ...(timezoneId && { timezoneId }),
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: withWorker ? 'allow' : 'block',
  });
}

/** The requests of each page that are not answered yet. */
const underWay = new WeakMap<Page, Set<Request>>();

function recordRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => requests.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => requests.delete(request));
}

/**
 * Waits until the page has drawn a frame without a request under way. The state `networkidle` is about the
 * document, so it also holds right after the console has changed its page.
 */
export async function untilAnswered(page: Page): Promise<void> {
  const count = () => underWay.get(page)?.size;
  await eventually(async () => {
    const before = count();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    return [before, count()];
  }, [0, 0]);
}

const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Checks the page for serious violations of WCAG 2.2 AA that a program can find. The page has no frames. */
export async function assertAccessible(page: Page): Promise<void> {
  // The document stays while the console changes its pages.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (tags) => {
    const found = await axe.run({ runOnly: tags, resultTypes: ['violations'], preload: false });
    return found.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }));
  }, WCAG_TAGS);
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(
    serious.flatMap(({ id, nodes }) => nodes.map((node) => `${id} on ${page.url()}: ${node}`)),
    [],
  );
}
