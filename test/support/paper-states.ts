import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Scene, sendAsBytes } from './example-scene.ts';
import { handedToDriver, pieceInHand, released } from './floor-states.ts';

/** Creates a printer with a waiting test page. */
export const printing =
  (kind: 'raw' | 'browser', ...verbs: string[]) =>
  async ({ operator, known }: Scene): Promise<void> => {
    const paper = { mediaWidthMm: 100, mediaHeightMm: 150, dotsPerInch: 203 };
    const address = kind === 'raw' ? { address: '10.0.0.7' } : {};
    const body = { name: `Printer ${randomUUID()}`, kind, ...address, ...paper };
    const { printerId } = (await operator.send('POST', '/printers', body)).json;
    Object.assign(known, { printerId, printer: printerId });
    if (verbs[0] === 'none') return;
    const { jobId } = (await operator.send('POST', `/printers/${printerId}/test`)).json;
    known.jobId = jobId;
    for (const verb of verbs) {
      const { status, text } = await operator.send('POST', `/print-jobs/${jobId}/${verb}`);
      assert.equal(status, 200, text);
    }
  };

/** Marks the job as doubtful: it may have been printed. */
export async function doubtfulPrint(scene: Scene): Promise<void> {
  await printing('raw')(scene);
  await scene.server.pool.query(`update print_jobs set state = 'unknown' where job_id = $1`, [
    scene.known.jobId,
  ]);
}

export async function printedDocument(scene: Scene): Promise<void> {
  await printing('browser')(scene);
  sendAsBytes(scene, (await scene.server.token({ scope: 'operator' })).token);
}

export async function papersAsked(scene: Scene): Promise<void> {
  await released(scene);
  await scene.operator.send('POST', `/batches/${scene.known.batchId}/papers`, { paper: 'TICKETS' });
}

/** Closes a hand-over list and creates a printer for it. */
export async function handOverPrinted(scene: Scene): Promise<void> {
  await handedToDriver(scene);
  const sheet = { mediaTypes: ['application/pdf'], mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: 300 };
  const body = { name: `Sheets ${randomUUID()}`, kind: 'ipp', address: 'ipp://10.0.0.7/print', ...sheet };
  scene.known.printerId = (await scene.operator.send('POST', '/printers', body)).json.printerId;
}

/** Creates a piece with stored files, for an operation with a binary response. */
export async function pictured(scene: Scene): Promise<void> {
  await pieceInHand(scene);
  const { piece } = await scannedTo(scene, 'FIND');
  scene.known.sha256 = piece.steps[0].artwork.thumbnail.split('/').at(-2);
  sendAsBytes(scene, (await scene.server.token({ scope: 'operator' })).token);
}

/** The same for its parcel. */
export async function picturedParcel(scene: Scene): Promise<void> {
  await pieceInHand(scene);
  const { parcel } = await scannedTo(scene, 'PACK');
  scene.known.code = parcel.code;
  scene.known.sha256 = parcel.items[0].thumbnail.split('/').at(-2);
  sendAsBytes(scene, (await scene.server.token({ scope: 'operator' })).token);
}

async function scannedTo({ operator, known }: Scene, work: string) {
  const scan = { id: randomUUID(), station: 'press', code: known.code, context: { work } };
  return (await operator.send('POST', '/scans', scan)).json;
}
