import type { Config } from '../../config.ts';
import type { PaperContext } from './draw-parcel-papers.ts';

/** What the settings say of papers. The address in QR codes is that of the console's page that looks a code up. */
export function paperSettings({
  BASE_URL,
  PAPER_LANGUAGE,
  SENDER_ADDRESS,
  TIME_ZONE,
}: Pick<Config, 'BASE_URL' | 'PAPER_LANGUAGE' | 'SENDER_ADDRESS' | 'TIME_ZONE'>): Pick<
  PaperContext,
  'paper' | 'senderAddress'
> {
  return {
    paper: { language: PAPER_LANGUAGE, timeZone: TIME_ZONE, scanAddress: `${BASE_URL}/console/scan` },
    senderAddress: SENDER_ADDRESS,
  };
}
