import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Scene, sendAsBytes } from './example-scene.ts';
import { closeHandOver, releaseBatch, storePieceFiles } from './floor-states.ts';

/** Creates a printer with a waiting test page. */
export const createPrintJob =
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
export async function createDoubtfulJob(scene: Scene): Promise<void> {
  await createPrintJob('raw')(scene);
  await scene.server.pool.query(`update print_jobs set state = 'unknown' where job_id = $1`, [scene.known.jobId]);
}

export async function createBrowserJob(scene: Scene): Promise<void> {
  await createPrintJob('browser')(scene);
  sendAsBytes(scene, (await scene.server.token({ scope: 'operator' })).token);
}

export async function requestPapers(scene: Scene): Promise<void> {
  await releaseBatch(scene);
  await scene.operator.send('POST', `/batches/${scene.known.batchId}/papers`, { paper: 'TICKETS' });
}

/** Closes a hand-over list and creates a printer for it. */
export async function prepareHandOverPrint(scene: Scene): Promise<void> {
  await closeHandOver(scene);
  const sheet = { mediaTypes: ['application/pdf'], mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: 300 };
  const body = { name: `Sheets ${randomUUID()}`, kind: 'ipp', address: 'ipp://10.0.0.7/print', ...sheet };
  scene.known.printerId = (await scene.operator.send('POST', '/printers', body)).json.printerId;
}

/** Creates a piece with stored files, for an operation with a binary response. */
export async function preparePiecePicture(scene: Scene): Promise<void> {
  await storePieceFiles(scene);
  const { piece } = await scanPieceAt(scene, 'FIND');
  scene.known.sha256 = piece.steps[0].artwork.thumbnail.split('/').at(-2);
  sendAsBytes(scene, (await scene.server.token({ scope: 'operator' })).token);
}

/** The same for its parcel. */
export async function prepareParcelPicture(scene: Scene): Promise<void> {
  await storePieceFiles(scene);
  const { parcel } = await scanPieceAt(scene, 'PACK');
  scene.known.code = parcel.code;
  scene.known.sha256 = parcel.items[0].thumbnail.split('/').at(-2);
  sendAsBytes(scene, (await scene.server.token({ scope: 'operator' })).token);
}

async function scanPieceAt({ operator, known }: Scene, work: string) {
  const scan = { id: randomUUID(), station: 'press', code: known.code, context: { work } };
  return (await operator.send('POST', '/scans', scan)).json;
}

/** Stores the artwork of a piece as its print file, which is not drawn here. */
export async function preparePrintFile(scene: Scene): Promise<void> {
  await preparePiecePicture(scene);
  await scene.server.pool.query(
    `insert into print_files (client_id, order_id, position, print, item_id, location, technology, state, version, inputs, kind, sha256, updated)
     select client_id, order_id, 1, 0, '1', 'REGULAR', 'DTG', 'ready', 1, '', 'PNG', sha256, now() from order_files
     where client_id = $1 and role = 'artwork' limit 1`,
    [scene.clientId],
  );
}
