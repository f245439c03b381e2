import assert from 'node:assert/strict';
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NewMachineRequest } from '../../src/api/staff/printing/machine-schemas.ts';
import { risingId } from '../../src/platform/database/rising-ids.ts';
import { openBlobs } from '../../src/platform/files/open-blobs.ts';
import { scanCodeOf } from '../../src/platform/formats/scan-codes.ts';
import type { Scene } from './example-scene.ts';

const CONTENT = 'a print file';

/** Adds the machine of the examples with a folder of its own and a rule. */
export async function addMachine({ t, operator, known }: Scene): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-example-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [example] = (NewMachineRequest as unknown as { examples: object[] }).examples;
  const body = { ...example, name: `Machine ${randomUUID()}`, address: folder };
  const { json, text } = await operator.send('POST', '/machines', body);
  assert.ok(json.machineId, text);
  known.machineId = json.machineId;
  await operator.send('PUT', '/machine-rules', { rules: [{ machineId: json.machineId, technology: 'DTG' }] });
}

/** The same with a gang sheet. */
export async function addSheet(scene: Scene): Promise<void> {
  await addMachine(scene);
  const { server, known, clientId } = scene;
  const sha256 = await storeContent(scene);
  known.sheet = scanCodeOf('sheet', randomInt(1, 1_000_000));
  await server.pool.query(
    `insert into gang_sheets (sheet, machine_id, created, width_mm, length_mm, gap_mm, drawn, picture)
     values ($1, $2, now(), 560, 442, 10, now(), $3)`,
    [known.sheet, known.machineId, sha256],
  );
  await server.pool.query(
    `insert into gang_prints (print_key, machine_id, round, piece, client_id, order_id, position, print, step, location, technology, sha256, kind, bytes, width_mm,
                              height_mm, mirrored, created, sheet, left_mm, top_mm)
     values ($1 || '/1.1', $2, 0, 'P0000000120', $3, 'SHOP-10002', 1, 0, 1, 'REGULAR', 'DTF', $4, 'PNG', 12, 300, 390, true, now(), $1, 10, 32)`,
    [known.sheet, known.machineId, clientId, sha256],
  );
}

/** Makes the print file of the client's order ready. */
export async function makePrintFile(scene: Scene): Promise<void> {
  const { server, clientId } = scene;
  const sha256 = await storeContent(scene);
  await server.pool.query(
    `insert into print_files (client_id, order_id, position, print, item_id, location, technology, state, version, inputs, kind, sha256, picture, bytes,
                              width_mm, height_mm, dpi, mirrored, updated)
     select client_id, order_id, 1, 0, '1', 'REGULAR', 'DTG', 'ready', 1, '', 'PNG', $2, $2, 12, 300, 400, 300, false, now()
     from orders where client_id = $1`,
    [clientId, sha256],
  );
}

async function storeContent({ t, server }: Scene): Promise<string> {
  const sha256 = createHash('sha256').update(CONTENT).digest('hex');
  const path = join(server.config.DATA_DIR, `file-${randomUUID()}`);
  await writeFile(path, CONTENT);
  const blobs = openBlobs(server.config);
  t.after(() => blobs.close());
  await blobs.put(sha256, path);
  return sha256;
}

/** The same with a file in this state. */
export const queueFile =
  (state: string, cause: string | null = null) =>
  async (scene: Scene): Promise<void> => {
    await addMachine(scene);
    const { server, known, clientId } = scene;
    const sha256 = await storeContent(scene);
    known.jobId = risingId();
    await server.pool.query(
      `insert into machine_jobs (job_id, machine_id, job_key, client_id, order_id, piece, batch_id, location, technology, sha256, bytes, media_type,
                                 width_mm, height_mm, copies, file_name, ticket_name, ticket, state, cause, created, changed)
       values ($1, $2, $1, $3, 'SHOP-10002', 'P0000000120', 17, 'REGULAR', 'DTG', $4, $5, 'image/png', 300, 400, 1, 'P0000000120_REGULAR.png',
               'P0000000120_REGULAR.json', '{}', $6, $7, now(), now())`,
      [known.jobId, known.machineId, clientId, sha256, CONTENT.length, state, cause],
    );
  };
