import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { commandOf } from './floor-scene.ts';
import { type MachineBench, makeFolder, PRINT } from './machine-bench.ts';
import type { Scope } from './scope.ts';
import type { TestServer } from './test-server.ts';

const WRITER = join(import.meta.dirname, 'write-and-be-killed.ts');

/** A RIP that takes each file as soon as it has its name, and remembers how often. */
async function newRip(t: Scope, folder: string) {
  const away = await makeFolder(t);
  const taken: string[] = [];
  const take = async () => {
    for (const name of await readdir(folder)) {
      if (name.startsWith('.')) continue;
      // Its other copy may have been taken before.
      const isMoved = await rename(join(folder, name), join(away, `${taken.length}-${name}`)).then(
        () => true,
        () => false,
      );
      if (isMoved) taken.push(name);
    }
  };
  return { taken, take, away };
}

/**
 * Kills the process that writes a file and its ticket before step `at`, while a RIP takes everything at once.
 * Then asserts that each has been written exactly once. Returns false if the process had fewer steps.
 */
export async function killWriter(t: Scope, server: TestServer, bench: MachineBench, at: number): Promise<boolean> {
  const folder = await makeFolder(t);
  const { scene, add, ready, work, queue } = bench;
  const ticket = { format: 'JSON', template: '{"code":"{{code}}"}', isFirst: at % 2 === 0 };
  const machineId = await add({ address: folder, ticket });
  // The folder gets its mark.
  await work();
  await scene.operator.send('POST', `/machines/${machineId}/test`);
  await server.pool.query('update machines set looked = now() where machine_id = $1', [machineId]);
  const orderId = `KILL-${at}`;
  await scene.order(orderId, { 'TEE-BLK-M': 1 });
  await ready(orderId);
  const { codes } = await scene.release(orderId);
  await server.pool.query(`update machines set stopped = now() where machine_id = $1`, [machineId]);
  await work();
  await server.pool.query(`update machines set stopped = null where machine_id = $1`, [machineId]);
  const rip = await newRip(t, folder);
  const { host, port, user, password, database } = server.pool.options;
  const child = spawn(process.execPath, [WRITER], {
    env: {
      ...process.env,
      ...{ KILL_AT: String(at), MACHINE_ID: machineId, DATA_DIR: server.config.DATA_DIR },
      ENCRYPTION_KEY: Buffer.from(server.encryptionKey).toString('base64'),
      CONNECTION: JSON.stringify({ host, port, user, password, database }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let hasEnded = false;
  const ended = once(child, 'exit').finally(() => {
    hasEnded = true;
  });
  while (!hasEnded) await rip.take();
  const [code, signal] = await ended;
  assert.ok(code === 0 || signal === 'SIGKILL', `the writer ended with ${code} ${signal}`);
  for (let times = 0; times < 3; times++) {
    await work();
    await rip.take();
  }
  await work();
  const names = [`${codes[0]}_FRONT.json`, `${codes[0]}_FRONT.png`];
  assert.deepEqual(rip.taken.toSorted(), names, `killed before step ${at}`);
  assert.deepEqual(await queue(machineId), [`TAKEN ${names[1]}`], `killed before step ${at}`);
  const content = await Promise.all(
    (await readdir(rip.away)).filter((name) => name.endsWith('.png')).map((name) => readFile(join(rip.away, name))),
  );
  assert.deepEqual(content, [PRINT]);
  assert.deepEqual(await readdir(folder), ['.platen-folder']);
  await scene.scan('MAKE', codes[0] ?? '', commandOf('PASS'));
  await work();
  return signal === 'SIGKILL';
}
