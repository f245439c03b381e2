import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileContent } from './file-content.ts';
import type { TaskPoolOptions } from './task-pool.ts';
import { FileJudge } from './task-pool.ts';
import { makeJpeg, makePdf, makePng, makeSlowPng, packedZeros, pngChunk } from './test-support/sample-files.ts';

const MIB = 1024 * 1024;

test('files are judged in another process, which ends when there are no more', async (t) => {
  const { judge, pids } = await openJudge(t, { processes: 2, idleMs: 50 });
  assert.deepEqual(pids(), []);
  assert.partialDeepStrictEqual(await judge('a', makePng()), { mediaType: 'image/png', width: 4 });
  const [pid] = pids();
  assert.ok(pid !== undefined && pid !== process.pid);
  assert.partialDeepStrictEqual(await judge('a', makePdf()), { mediaType: 'application/pdf', pages: 1 });
  assert.partialDeepStrictEqual(await judge('a', makeJpeg()), { mediaType: 'image/jpeg', width: 16 });
  assert.partialDeepStrictEqual(await judge('a', Buffer.from('^XA^XZ')), { mediaType: 'application/zpl' });
  await until(() => pids().length === 0 && hasEnded(pid));
});

test('a file that takes too much processor time is broken off, and the next one is judged', async (t) => {
  // A new process also loads its libraries in this time.
  const { judge, pids } = await openJudge(t, { processes: 1, limits: { cpuMs: 2_000 } });
  await judge('a', makePng());
  const [pid] = pids();
  const bytes = makeSlowPng();
  assert.deepEqual(await judge('a', bytes), {
    mediaType: undefined,
    bytes: bytes.length,
    fault: 'too_complex',
  });
  assert.partialDeepStrictEqual(await judge('a', makePng({ width: 5 })), { width: 5 });
  assert.notEqual(pids()[0], pid);
});

test('a file that takes too much memory is broken off', async (t) => {
  const { judge } = await openJudge(t, { processes: 1, limits: { memoryBytes: 1 * MIB } });
  assert.partialDeepStrictEqual(await judge('a', makeSlowPng()), { fault: 'too_complex' });
});

test('a large progressive JPEG, which would be held whole, is refused before it is', async (t) => {
  const { judge } = await openJudge(t, { processes: 1 });
  const jpeg = makeJpeg({ width: 18_000, height: 18_000, progressive: true });
  assert.partialDeepStrictEqual(await judge('a', jpeg), { width: 18_000, fault: 'too_complex' });
});

test('a process that hangs without working is ended as well', async (t) => {
  const { judge, pids } = await openJudge(t, { processes: 1, limits: { totalMs: 10_000 } });
  await judge('a', makePng());
  const [pid] = pids();
  process.kill(pid!, 'SIGSTOP');
  assert.partialDeepStrictEqual(await judge('a', makePng({ width: 5 })), { fault: 'too_complex' });
  assert.partialDeepStrictEqual(await judge('a', makePng({ width: 6 })), { width: 6 });
  await until(() => hasEnded(pid!));
});

test('a file whose process dies is tried once more, and then called too complex', async (t) => {
  const { judge, pids } = await openJudge(t, { processes: 1 });
  await judge('a', makePng());
  const content = judge('a', makeSlowPng());
  const [first] = pids();
  process.kill(first!, 'SIGKILL');
  await until(() => pids().length === 1 && pids()[0] !== first);
  await untilReading(pids()[0]!);
  process.kill(pids()[0]!, 'SIGKILL');
  assert.partialDeepStrictEqual(await content, { fault: 'too_complex' });
  assert.partialDeepStrictEqual(await judge('a', makePng({ width: 5 })), { width: 5 });
});

test('64 MiB of FF bytes in a JPEG cost little, before its image and in it', async (t) => {
  // In the image 5 s of a processor when each was looked at by itself, and on a busy one 20 s in which nobody
  // was answered.
  const { judge } = await openJudge(t, { processes: 1, limits: { cpuMs: 3_000 } });
  const fill = Buffer.alloc(64 * MIB, 0xff);
  const before = Buffer.concat([Buffer.of(0xff, 0xd8), fill]);
  assert.partialDeepStrictEqual(await judge('a', before), { mediaType: 'image/jpeg', fault: 'unreadable' });
  const within = makeJpeg({ height: 120, data: fill });
  assert.partialDeepStrictEqual(await judge('a', within), { mediaType: 'image/jpeg', fault: 'unreadable' });
});

test('a small image into which much is packed is broken off', async (t) => {
  const { judge } = await openJudge(t, { processes: 1, limits: { cpuMs: 1_500 } });
  const bomb = makePng({ image: packedZeros(40_000) });
  assert.partialDeepStrictEqual(await judge('a', bomb), { fault: 'too_complex' });
});

test('what is packed beside the image of a PNG is not unpacked beyond the limit of memory', async (t) => {
  const { judge } = await openJudge(t, { processes: 1, limits: { memoryBytes: 400 * MIB, cpuMs: 5_000 } });
  for (const [type, start] of [
    ['zTXt', 'Comment\0\0'],
    ['iCCP', 'sRGB\0\0'],
    ['iTXt', 'Comment\0\x01\0\0\0'],
  ] as const) {
    const bomb = makePng({ extra: [pngChunk(type, Buffer.concat([Buffer.from(start), packedZeros(2_000)]))] });
    assert.partialDeepStrictEqual(await judge('a', bomb), { width: 4, mediaType: 'image/png' }, type);
  }
});

test('a client with many slow files keeps another one waiting for none of them', async (t) => {
  const { fileJudge, judge, pids } = await openJudge(t, { processes: 2 });
  await Promise.all([judge('a', makePng({ width: 1 })), judge('b', makePng({ width: 2 }))]);
  assert.equal(pids().length, 2);
  let done = 0;
  const slow = [1, 2, 3, 4, 5, 6].map((more) =>
    judge('a', makeSlowPng(20_000 + more)).finally(() => {
      done += 1;
    }),
  );
  const all = Promise.allSettled(slow);
  await judge('b', makePng({ width: 5 }));
  assert.equal(done, 0);
  await fileJudge.close();
  await all;
});

test('where there is one process, clients take turns', async (t) => {
  const { judge } = await openJudge(t, { processes: 1 });
  const order: string[] = [];
  const judged = (clientId: string, width: number) =>
    judge(clientId, makePng({ width })).then(() => order.push(`${clientId}${width}`));
  await Promise.all([
    ...[1, 2, 3].map((width) => judged('a', width)),
    ...[4, 5].map((width) => judged('b', width)),
    judged('c', 6),
  ]);
  assert.deepEqual(order, ['a1', 'a2', 'b4', 'c6', 'a3', 'b5']);
});

test('the same content is judged once', async (t) => {
  const { judge, pids } = await openJudge(t, { processes: 1, idleMs: 1 });
  const first = await judge('a', makePng());
  await until(() => pids().length === 0);
  assert.deepEqual(await judge('b', makePng()), first);
  assert.deepEqual(pids(), []);
});

test('a file that is not there is no fault of the file', async (t) => {
  const { fileJudge, judge } = await openJudge(t, { processes: 1 });
  const absent = { path: join(tmpdir(), 'platen-absent'), sha256: 'f' };
  await assert.rejects(fileJudge.judge('a', absent, new AbortController().signal), { code: 'ENOENT' });
  assert.partialDeepStrictEqual(await judge('a', makePng()), { width: 4 });
});

test('who is no longer interested is told at once, waiting or under way', async (t) => {
  const { judge } = await openJudge(t, { processes: 1 });
  const stop = new AbortController();
  const reason = { message: 'cancelled' };
  const slow = assert.rejects(judge('a', makeSlowPng(), stop.signal), reason);
  const waiting = assert.rejects(judge('a', makePng(), stop.signal), reason);
  stop.abort(new Error('cancelled'));
  await Promise.all([slow, waiting]);
  await assert.rejects(judge('a', makePng(), stop.signal), reason);
});

test('closing ends what is under way, what waits, and every process', async (t) => {
  const { fileJudge, judge, pids } = await openJudge(t, { processes: 2 });
  await judge('a', makePng());
  const outcomes = ['a', 'b', 'c'].map((client) => assert.rejects(judge(client, makeSlowPng()), /server is stopping/));
  await until(() => pids().length === 2);
  const started = pids();
  await fileJudge.close();
  await Promise.all(outcomes);
  assert.ok(started.every(hasEnded));
  await assert.rejects(judge('a', makePng({ width: 5 })), /server is stopping/);
});

test('a server that is killed leaves no process behind, whatever it is doing', async (t) => {
  const folder = await newFolder(t);
  const path = join(folder, 'slow');
  writeFileSync(path, makeSlowPng());
  const script = `
    const { FileJudge } = await import(${JSON.stringify(import.meta.resolve('./task-pool.ts'))});
    const fileJudge = new FileJudge({ processes: 1 });
    void fileJudge.judge('a', { path: ${JSON.stringify(path)}, sha256: '' }, new AbortController().signal);
    // The task gets its turn in the same turn of the event loop.
    await new Promise(setImmediate);
    console.log(fileJudge.pids[0]);`;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(server.stdout, 'data');
  const pid = Number(line);
  await untilReading(pid);
  server.kill('SIGKILL');
  await until(() => hasEnded(pid));
});

test('a process for files has no secret of the server, and may neither write nor start anything', async (t) => {
  process.env.SECRET_OF_THE_SERVER = 'hush';
  t.after(() => delete process.env.SECRET_OF_THE_SERVER);
  const { judge, pids } = await openJudge(t, { processes: 1 });
  await judge('a', makePng());
  const [environment, command] = await Promise.all(
    ['environ', 'cmdline'].map((file) => readFile(`/proc/${pids()[0]}/${file}`, 'utf8').catch(() => '')),
  );
  if (process.platform !== 'linux') return t.skip('/proc is of Linux');
  assert.doesNotMatch(environment!, /hush|PATH=|HOME=/);
  assert.match(command!, /\0--permission\0/);
  assert.doesNotMatch(command!, /allow-(fs-write|child-process|net)/);
});

interface Opened {
  fileJudge: FileJudge;
  judge: (clientId: string, bytes: Buffer, signal?: AbortSignal) => Promise<FileContent>;
  pids: () => number[];
}

async function openJudge(t: TestContext, options: TaskPoolOptions): Promise<Opened> {
  const fileJudge = new FileJudge(options);
  t.after(() => fileJudge.close());
  const folder = await newFolder(t);
  let count = 0;
  return {
    fileJudge,
    pids: () => fileJudge.pids,
    judge: (clientId, bytes, signal = new AbortController().signal) => {
      count += 1;
      const path = join(folder, String(count));
      writeFileSync(path, bytes);
      return fileJudge.judge(clientId, { path, sha256: createHash('sha256').update(bytes).digest('hex') }, signal);
    },
  };
}

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-judge-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

/** Until the process has opened the file. Where there is no /proc, it may still be starting. */
async function untilReading(pid: number): Promise<void> {
  if (process.platform !== 'linux') return;
  const folder = `/proc/${pid}/fd`;
  const isOpen = (fd: string) => {
    try {
      return readlinkSync(join(folder, fd)).includes('platen-judge-');
    } catch {
      return false;
    }
  };
  await until(() => readdirSync(folder).some(isOpen));
}

/** A process that has ended may still be listed until whoever is responsible for it has looked. */
function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform === 'linux' && /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}
