import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBlobs } from '../../src/platform/files/open-blobs.ts';
import { ownPortsOf } from '../../src/printing/connect-printer.ts';
import { FolderWorker } from '../../src/printing/machines/folder-outlet.ts';
import { type MachineContext, runMachineJobs } from '../../src/printing/machines/run-machine-jobs.ts';
import { type DrawSheetContext, makeGangSheet } from '../../src/production/machine-files/make-gang-sheets.ts';
import { sendToMachines } from '../../src/production/machine-files/send-to-machines.ts';
import { takeBackFiles } from '../../src/production/machine-files/take-back-files.ts';
import { openMaking } from '../../src/production/print-files/make-print-files.ts';
import { type FloorScene, newFloorScene } from './floor-scene.ts';
import type { Scope } from './scope.ts';
import type { TestServer } from './test-server.ts';

/** Content of a print file. The machines of tests do not look into it. */
export const PRINT = Buffer.from('a print file');

export interface MachineBench {
  scene: FloorScene;
  context: MachineContext;
  /** Adds a machine that makes everything, in place of the earlier ones. Returns its machineId. */
  add(fields: object): Promise<string>;
  /** Includes a machine that was added otherwise in `work`. */
  follow(machineId: string): void;
  /** Makes the file of the order's items ready. */
  ready(orderId: string, content?: Buffer, version?: number): Promise<string>;
  /** Does the work of all background jobs once. */
  work(): Promise<void>;
  /** Replaces the process that draws sheets. */
  drawWith(making: DrawSheetContext['making']): void;
  /** Lists the files of a machine as `state name`, with the cause if there is one. */
  queue(machineId: string): Promise<string[]>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read expected fields and fail without them.
  jobs(machineId: string): Promise<any[]>;
}

export async function makeFolder(t: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-machine-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function newMachineBench(t: Scope, server: TestServer, timeoutMs = 5_000): Promise<MachineBench> {
  const scene = await newFloorScene(server);
  const { operator, customer } = scene;
  const { pool, config, log, encryptionKey } = server;
  const folders = new FolderWorker(timeoutMs);
  t.after(async () => folders.close());
  const blobs = openBlobs(config);
  const making = openMaking();
  t.after(() => making.close());
  let drawing: DrawSheetContext['making'] = making;
  const disk = { mayFetch: () => true, claim: () => true };
  const signal = new AbortController().signal;
  const clock = () => server.time.now ?? new Date();
  const ownPorts = ownPortsOf(config, pool);
  const context = { pool, blobs, log, clock, encryptionKey, folders, ownPorts, retrySeconds: [0] };
  await pool.query('delete from machine_requests');
  const added: string[] = [];
  const jobs = async (machineId: string) =>
    (await operator.get(`/machines/${machineId}/jobs?limit=200`)).json.reverse();
  return {
    ...{ scene, context, jobs },
    async add(fields) {
      const given = {
        name: `Machine ${randomUUID()}`,
        kind: 'FOLDER',
        mode: 'RELEASE',
        nameTemplate: '{code}_{location}.png',
        ...fields,
      };
      const { json, status, text } = await operator.send('POST', '/machines', given);
      if (status !== 201) throw new Error(text);
      await operator.send('PUT', '/machine-rules', { rules: [{ machineId: json.machineId }] });
      added.push(json.machineId);
      return json.machineId;
    },
    follow: (machineId) => void added.push(machineId),
    async ready(orderId, content = PRINT, version = 1) {
      const sha256 = createHash('sha256').update(content).digest('hex');
      const path = join(await makeFolder(t), 'file');
      await writeFile(path, content);
      await blobs.put(sha256, path);
      await pool.query(
        `insert into print_files (client_id, order_id, position, print, item_id, location, technology, state, version, inputs, kind, sha256, bytes,
                                  width_mm, height_mm, updated)
         select client_id, order_id, position, 0, position, 'FRONT', 'DTG', 'ready', $4::int, $4::text, 'PNG', $3, $5, 300, 400, now()
         from order_items where client_id = $1 and order_id = $2 and kind = 'ARTICLE'
         on conflict (client_id, order_id, position, print) do update set sha256 = excluded.sha256, bytes = excluded.bytes, version = excluded.version`,
        [customer.clientId, orderId, sha256, version, content.length],
      );
      return sha256;
    },
    async work() {
      const { rows: requests } = await pool.query('select request_id from machine_requests order by request_id');
      const sending = { pool, clock, onMachine: () => {} };
      for (const { request_id: requestId } of requests) await sendToMachines(sending, requestId, signal);
      const { rows: sheets } = await pool.query('select sheet from gang_sheets where drawn is null order by sheet');
      for (const { sheet } of sheets)
        await makeGangSheet({ pool, blobs, making: drawing, disk, clock, onMachine: () => {} }, sheet, signal);
      await takeBackFiles({ pool, clock }, signal);
      for (const machineId of added) await runMachineJobs(context, machineId, signal);
    },
    drawWith(other) {
      drawing = other;
    },
    async queue(machineId) {
      const all = await jobs(machineId);
      return all.map(
        ({ state, cause, fileName }: Record<string, string>) => `${state}${cause ? ` ${cause}` : ''} ${fileName}`,
      );
    },
  };
}
