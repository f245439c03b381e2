import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signedIn } from '../../../test/support/signed-in.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { connectBrowser } from './shared-browser.ts';

/** What a person sees that is at work in the office. */
export const OFFICE_SCREEN = { width: 1280, height: 800 };
export const TABLET_SCREEN = { width: 820, height: 1180 };
/** Of what a page is to show, on a slow machine that is busy with other things. */
const DEADLINE_MS = 60_000;

/** A Platen of its own, and people who look at it with a browser. */
export interface TestConsole {
  server: TestServer;
  /** A screen at which somebody is signed in. What the page does wrong fails the test: `assertNoFaults`. */
  signedIn(options?: ScreenOptions): Promise<Page>;
  /** A screen at which nobody is. */
  stranger(options?: ScreenOptions): Promise<Page>;
  /** For `afterEach`: no page broke the policy, threw, or complained since the last time. */
  assertNoFaults(): void;
  close(): Promise<void>;
}

interface ScreenOptions {
  screen?: { width: number; height: number };
  dark?: boolean;
  language?: 'en' | 'de';
  role?: Parameters<typeof signedIn>[1];
}

export async function startConsole(
  settings: Record<string, string> = {},
  options: Parameters<typeof startTestServer>[1] = {},
): Promise<TestConsole> {
  const server = await startTestServer(settings, options);
  const browser = await connectBrowser();
  const faults: string[] = [];
  const open = async (options: ScreenOptions = {}) => {
    const context = await newContext(browser, server, options);
    context.setDefaultTimeout(DEADLINE_MS);
    const page = await context.newPage();
    // What React recovered from says no more than that; its cause says what it was.
    await page.addInitScript(() =>
      addEventListener('error', ({ error }) => {
        if (error?.cause) reportError(error.cause);
      }),
    );
    page.on('pageerror', (error) => faults.push(`${error.message} on ${page.url()}`));
    page.on('console', (message) => {
      // What a policy forbids, and what React complains of. A refused request is no fault of the page.
      if (message.type() === 'error' && !/Failed to load resource|ERR_/.test(message.text())) {
        faults.push(`${message.text()} on ${page.url()}`);
      }
    });
    return page;
  };
  const assertNoFaults = () => assert.deepEqual(faults.splice(0), []);
  return {
    server,
    stranger: open,
    assertNoFaults,
    signedIn: async (options) => {
      const page = await open(options);
      const { cookies } = await signedIn(server, options?.role);
      await page
        .context()
        .addCookies([...cookies].map(([name, value]) => ({ name, value, url: server.url, httpOnly: true })));
      return page;
    },
    close: async () => {
      await browser.close();
      await server.close();
      assertNoFaults();
    },
  };
}

/** A screen of its own, which knows the addresses of the console at `url`. */
export function newContext(
  browser: Browser,
  { url }: Pick<TestServer, 'url'>,
  options: ScreenOptions,
): Promise<BrowserContext> {
  const { screen = OFFICE_SCREEN, dark = false, language = 'en' } = options;
  return browser.newContext({
    baseURL: `${url}/console/`,
    viewport: screen,
    colorScheme: dark ? 'dark' : 'light',
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    reducedMotion: 'reduce',
  });
}

/** Nothing on the page keeps somebody from using it (WCAG 2.2 AA), so far as a program can tell. */
export async function assertAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(
    serious.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    ),
    [],
  );
}
