import type { Page } from 'playwright-core';

/** A number on the page, with its name and its link. */
export interface TodayNumber {
  name: string;
  number: string;
  address: string;
}

/** The page *Today*. */
export class TodayPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.goto('today');
    await this.page.getByRole('region', { name: /^(Needs attention|Zu erledigen)$/ }).waitFor();
  }

  number(name: string) {
    return this.page.locator(`[data-number="${name}"]`);
  }

  /** Reads all numbers with links. */
  async numbers(): Promise<TodayNumber[]> {
    return this.page.locator('a[data-number]').evaluateAll((links) =>
      links.map((link) => ({
        name: link.getAttribute('data-number') ?? '',
        number: /\d+/.exec((link.querySelector('b') ?? link).textContent ?? '')?.[0] ?? '',
        address: (link as HTMLAnchorElement).href,
      })),
    );
  }
}
