import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** More than a page has stops. */
const PRESSES_MAX = 80;

/** Presses a key until the target has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < PRESSES_MAX; presses++) {
    if ((await target.count()) > 0 && (await target.evaluate((one) => one === document.activeElement))) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${key} does not reach ${target}`);
}
