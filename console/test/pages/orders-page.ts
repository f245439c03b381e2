import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';

/** The list of orders. */
export class OrdersPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** `search` includes its question mark. */
  async open(search = ''): Promise<void> {
    await this.page.goto(`orders${search}`);
    await this.page.getByRole('heading', { name: /^(Orders|Aufträge)$/ }).waitFor();
  }

  get search() {
    return this.page.getByRole('main').getByRole('searchbox');
  }

  tab(name: string) {
    return this.page.getByRole('tab', { name });
  }

  row(orderId: string) {
    return this.page.getByRole('row').filter({ has: this.page.getByText(orderId, { exact: true }) });
  }

  /** Waits until exactly these orders are listed, in this order. */
  async shows(...orderIds: string[]): Promise<void> {
    const shown = () =>
      this.page
        .locator('tr[data-order]')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-order') ?? ''));
    await eventually(shown, orderIds);
  }
}
