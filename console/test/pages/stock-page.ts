import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';

/** The stock list and the ledger of one variant. */
export class StockPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** `search` includes its question mark. */
  async open(search = ''): Promise<void> {
    await this.page.goto(`stock${search}`);
    await this.page.getByRole('heading', { name: /^(Stock|Lager)$/ }).waitFor();
  }

  async openOne(kind: string, code: string): Promise<void> {
    await this.page.goto(`stock/${kind}/${code}`);
    await this.page.getByRole('heading', { level: 2, name: code }).waitFor();
  }

  get dialog() {
    return this.page.getByRole('dialog');
  }

  /** Waits until exactly these codes are listed, in this order. */
  async shows(...codes: string[]): Promise<void> {
    const shown = () =>
      this.page.locator('tr[data-code]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-code') ?? ''));
    await eventually(shown, codes);
  }

  /** Returns the text of the newest movement. */
  async newestMovement(): Promise<string> {
    return (await this.page.locator('tr[data-movement]').first().textContent()) ?? '';
  }
}
