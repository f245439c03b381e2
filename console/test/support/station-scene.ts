import type { Page } from 'playwright-core';
import { newPiecesToMake, type PiecesToMake } from '../../../test/support/pieces-to-make.ts';
import { signedIn } from '../../../test/support/signed-in.ts';
import type { TestConsole } from './console.ts';
import { signOn } from './scanner.ts';
import { newBadge, openStation, type ScreenOptions } from './station-screen.ts';

/** A shop with pieces to make, stations, and people with badges. */
export interface StationScene extends PiecesToMake {
  /** Creates a person with the role floor and returns the code of their badge. */
  badgeOf(name: string): Promise<string>;
  /** Opens a station at which nobody is signed on. */
  station(name: string, kinds: string[], options?: ScreenOptions): Promise<Page>;
  /** Opens a page of a station and signs a person on. */
  at(name: string, work: 'make' | 'check' | 'pack' | 'find', badge: string, options?: ScreenOptions): Promise<Page>;
}

export async function newStationScene(office: TestConsole): Promise<StationScene> {
  const { server } = office;
  const admin = await signedIn(server);
  const station: StationScene['station'] = async (name, kinds, options) => {
    const { stationId } = (await admin.send('POST', '/stations', { name, kinds })).json;
    return openStation(office, stationId, options);
  };
  return {
    ...(await newPiecesToMake(server)),
    station,
    badgeOf: (name) => newBadge(office, admin, name),
    async at(name, work, badge, options) {
      const page = await station(name, [work === 'find' ? 'check' : work], options);
      await page.goto(`station/${work}`);
      await page.getByText(/Scan your badge|Ausweis scannen/).waitFor();
      await signOn(page, badge, page.getByRole('banner'));
      return page;
    },
  };
}
