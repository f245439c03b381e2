import type { Page } from 'playwright-core';

export class StaffPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.goto('staff');
    await this.page.getByRole('heading', { name: 'Staff' }).waitFor();
  }

  row(login: string) {
    return this.page.locator(`tr[data-login="${login}"]`);
  }
}
