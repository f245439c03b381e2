import type { Page } from 'playwright-core';
import { commandOf } from '../../../test/support/floor-scene.ts';
import { markMade } from '../../../test/support/operator.ts';
import type { SampleShop } from '../../../test/support/sample-shop.ts';
import { signedIn } from '../../../test/support/signed-in.ts';
import type { TestConsole } from './console.ts';
import { signOn } from './scanner.ts';
import { newBadge, openStation, type ScreenOptions } from './station-screen.ts';

/** Packs the orders of a shop. */
export interface PackingScene {
  /** Creates a person with the role floor and returns the code of their badge. */
  badgeOf(name: string): Promise<string>;
  /** Opens the packing page at a station and signs a person on. */
  atPacking(who: string, options: ScreenOptions & { station: string }): Promise<Page>;
  /** Releases the order in a batch, makes its pieces and returns their codes. */
  released(orderId: string): Promise<string[]>;
  /** Checks the pieces, which puts them into a bin, and returns the code of the bin. */
  inBin(...codes: string[]): Promise<string>;
}

export async function newPackingScene(office: TestConsole, shop: SampleShop): Promise<PackingScene> {
  const { operator, clientId } = shop;
  const admin = await signedIn(office.server);
  const badgeOf = (name: string) => newBadge(office, admin, name);
  /** Scans at a station by the API, and returns the last bin that an answer named. */
  const scanAt = async (work: 'MAKE' | 'CHECK', codes: readonly string[]) => {
    let context: object = { work };
    let bin = 0;
    for (const code of codes) {
      const body = { id: crypto.randomUUID(), station: `${work}-1`, code, context };
      const { json } = await operator.send('POST', '/scans', body);
      context = json.next;
      bin = json.done?.bin ?? bin;
    }
    return bin;
  };
  return {
    badgeOf,
    async atPacking(who, { station, ...options }) {
      const page = await openStation(office, station, options);
      await page.goto('station/pack');
      await page.getByText(/Scan your badge|Ausweis scannen/).waitFor();
      await signOn(page, await badgeOf(who), page.getByRole('banner'));
      return page;
    },
    async released(orderId) {
      const { json, text } = await operator.send('POST', '/batches', { orders: [{ clientId, orderId }] });
      if (!json.batch) throw new Error(text);
      await markMade(office.server);
      const pieces = (await operator.get(`/orders/${clientId}/${orderId}/pieces`)).json;
      const codes: string[] = pieces.map(({ code }: { code: string }) => code);
      await scanAt('MAKE', [...codes, commandOf('PASS')]);
      return codes;
    },
    async inBin(...codes) {
      const bin = await scanAt('CHECK', [...codes, commandOf('PASS')]);
      const bins = (await operator.get('/bins')).json;
      return bins.find((one: { bin: number }) => one.bin === bin).code;
    },
  };
}
