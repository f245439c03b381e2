import type { Page } from 'playwright-core';
import { newAccount, type signedIn } from '../../../test/support/signed-in.ts';
import type { TestConsole } from './console.ts';

export type ScreenOptions = Parameters<TestConsole['signedIn']>[0];
type Admin = Awaited<ReturnType<typeof signedIn>>;

/** Creates a person with the role floor and returns the code of their badge. */
export async function newBadge(office: TestConsole, admin: Admin, name: string): Promise<string> {
  const { operatorId } = await newAccount(office.server, 'floor');
  await admin.send('PATCH', `/operators/${operatorId}`, { name });
  return (await admin.send('POST', `/operators/${operatorId}/badge`)).json.badgeCode;
}

/** Opens a station at which nobody is signed on. */
export async function openStation(office: TestConsole, stationId: string, options?: ScreenOptions): Promise<Page> {
  const page = await office.signedIn({ role: 'office', alone: true, ...options });
  await page.goto('account');
  await page.evaluate(async (id) => {
    const answer = await fetch(new URL('../operator/v1/station-session', document.baseURI), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stationId: id }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }, stationId);
  return page;
}
