import type { Page } from 'playwright-core';

/** The page of one order. */
export class OrderPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(clientId: string, orderId: string): Promise<void> {
    await this.page.goto(`orders/${clientId}/${encodeURIComponent(orderId)}`);
    await this.page.getByRole('heading', { level: 1, name: orderId }).waitFor();
  }

  action(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Opens the menu of the other actions, and returns one of them. */
  async other(name: string) {
    await this.page.getByRole('button', { name: /^(More|Mehr)$/ }).click();
    return this.page.getByRole('menuitem', { name });
  }

  /** Waits for the status beside the title. */
  async hasStatus(status: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1 }).getByText(status, { exact: true }).waitFor();
  }

  get dialog() {
    return this.page.getByRole('dialog');
  }
}
