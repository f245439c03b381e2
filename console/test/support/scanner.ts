import type { Locator, Page } from 'playwright-core';
import { inLayout, type Layout } from '../../src/shared/scan/decode-rules.ts';

interface ScannerOptions {
  /** Milliseconds between two keys. */
  gapMs?: number;
  end?: 'Enter' | 'Tab' | '';
  /** The keyboard layouts of scanner and computer. */
  scanner?: Layout;
  computer?: Layout;
  /** Pauses after this number of keys. */
  pause?: { after: number; ms: number };
}

const CODES: Record<string, string> = {
  '-': 'Minus',
  ' ': 'Space',
  '/': 'Slash',
  ';': 'Semicolon',
  '.': 'Period',
};
const KEYS = [...Array(95).keys()].map((one) => String.fromCharCode(one + 32));

/**
 * Types like a scanner at the focused element. It is faster than the browser protocol, also on a slow
 * machine.
 */
export async function scan(page: Page, text: string, options: ScannerOptions = {}): Promise<void> {
  const { gapMs = 7, end = 'Enter', scanner = 'us', computer = 'us', pause } = options;
  const keys = [...text].map((sign) => {
    const physical = KEYS.find((key) => inLayout(key, scanner) === sign) ?? sign;
    return { key: inLayout(physical, computer), ...placeOf(physical) };
  });
  if (end !== '') keys.push({ key: end, code: end, shiftKey: false });
  await page.evaluate(
    async ({ keys, gapMs, pause }) => {
      // A page that was just drawn begins to listen after its next frame.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const target = document.activeElement ?? document.body;
      let began = performance.now();
      for (const [place, key] of keys.entries()) {
        if (place === pause?.after) {
          await new Promise((resolve) => setTimeout(resolve, pause.ms + place * gapMs));
          began = performance.now() - place * gapMs;
        }
        const event = new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true });
        Object.defineProperty(event, 'timeStamp', { value: began + place * gapMs });
        target.dispatchEvent(event);
      }
    },
    { keys, gapMs, pause },
  );
}

function placeOf(physical: string): { code: string; shiftKey: boolean } {
  if (/[a-z]/i.test(physical))
    return { code: `Key${physical.toUpperCase()}`, shiftKey: physical !== physical.toLowerCase() };
  const shifted = ')!@#$%^&*('.indexOf(physical);
  if (shifted >= 0) return { code: `Digit${shifted}`, shiftKey: true };
  if (/\d/.test(physical)) return { code: `Digit${physical}`, shiftKey: false };
  return { code: CODES[physical] ?? '', shiftKey: false };
}

const ATTEMPTS = 4;
const ATTEMPT_MS = 15_000;

/** Scans the badge until `shown` is visible, because a page may show its first text before it takes scans. */
export async function signOn(page: Page, badge: string, shown: Locator): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await scan(page, badge);
    try {
      return await shown.waitFor({ timeout: ATTEMPT_MS });
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
