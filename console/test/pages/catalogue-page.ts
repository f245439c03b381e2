import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';

/** Products, articles and carriers, as a person meets them. */
export class CataloguePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** `search` with its question mark. */
  async open(search = ''): Promise<void> {
    await this.page.goto(`catalogue${search}`);
    await this.page
      .getByRole('heading', { name: /^(Products and articles|Produkte und Artikel)$/ })
      .waitFor();
  }

  /** Waits until just these are listed: `product`, `article`, `variant` or `carrier`. */
  async shows(what: string, ...codes: string[]): Promise<void> {
    const shown = () =>
      this.page
        .locator(`tr[data-${what}]`)
        .evaluateAll((rows, name) => rows.map((row) => row.getAttribute(name) ?? ''), `data-${what}`);
    await eventually(shown, codes);
  }
}
