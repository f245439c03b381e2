import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';

/** The page of products, articles and carriers. */
export class CataloguePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** `search` includes its question mark. */
  async open(search = ''): Promise<void> {
    await this.page.goto(`catalogue${search}`);
    await this.page.getByRole('heading', { name: /^(Products and articles|Produkte und Artikel)$/ }).waitFor();
  }

  /** Waits until exactly these rows are listed. `what`: `product`, `article`, `variant` or `carrier`. */
  async shows(what: string, ...codes: string[]): Promise<void> {
    const shown = () =>
      this.page
        .locator(`tr[data-${what}]`)
        .evaluateAll((rows, name) => rows.map((row) => row.getAttribute(name) ?? ''), `data-${what}`);
    await eventually(shown, codes);
  }
}
