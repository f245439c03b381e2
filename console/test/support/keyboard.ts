import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** More than a page has stops. */
const PRESSES_MAX = 150;

/** Presses a key until the target has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < PRESSES_MAX; presses++) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${key} does not reach ${target}`);
}

export const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
