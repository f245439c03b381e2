import type { Page } from 'playwright-core';

export class SignInPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async signIn(login: string, password: string): Promise<void> {
    await this.page.getByLabel('Sign-in name').fill(login);
    await this.page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  get refusal() {
    return this.page.getByRole('alert');
  }
}
