import { readFile, statfs, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupDisk } from './backup-disk.ts';
import type { World } from './chaos-world.ts';
import { type EventTrace, WORLD } from './event-trace.ts';
import type { FaultKind, PlannedFault } from './fault-schedule.ts';
import { type Descendant, descendantsOf, signal } from './platen-processes.ts';

/** Statements that are carried out and whose answers are then lost. */
const CUT_AT = [
  /^commit$/i,
  /insert into orders/i,
  /update orders/i,
  /stock_reservations/i,
  /webhook_deliveries/i,
  /job_runs/i,
  /stock_movements/i,
  /idempotency/i,
];
/** Maximum shift of a clock, forward or backward. */
const SKEW_MS_MAX = 40_000;
const FILLER_CHUNK_BYTES = 4 * 1024 * 1024;

/** Causes the fault. Resolves when the fault is undone and the world may recover. */
export async function doFault(world: World, fault: PlannedFault, trace: EventTrace): Promise<void> {
  const { kind, forMs, choice } = fault;
  const tell = (what: string) => trace.add(WORLD, `fault: ${what}`);
  const lasting = async (what: string, begin: () => unknown, end: () => unknown) => {
    tell(`${what} for ${forMs} ms`);
    await begin();
    await sleep(forMs);
    await end();
    trace.add(WORLD, `end of fault: ${what}`);
  };
  const doing: Record<FaultKind, () => Promise<void>> = {
    'kill the server': async () => {
      tell(kind);
      if (world.platen.pid) signal(world.platen.pid, 'SIGKILL');
    },
    'kill a process of the server': () => killOne(serversOf(world), choice, kind, tell),
    'stop a process of the server for a while': async () => {
      const one = choose(await serversOf(world), choice);
      if (!one) return;
      await lasting(
        `${kind} (${one.pid})`,
        () => signal(one.pid, 'SIGSTOP'),
        () => signal(one.pid, 'SIGCONT'),
      );
    },
    'kill a process that judges files': () => killOne(judgesOf(world), choice, kind, tell),
    'kill the postmaster': async () => {
      tell(kind);
      const pid = await postmasterOf(world);
      if (pid) signal(pid, 'SIGKILL');
    },
    'kill a backend of PostgreSQL': async () => {
      const pid = await postmasterOf(world);
      const backends = pid ? (await descendantsOf(pid)).filter(isOfPlaten) : [];
      await killOne(Promise.resolve(backends), choice, kind, tell);
    },
    'end all connections in order': async () => {
      tell(kind);
      await world
        .asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'platen'`)
        .catch((error: Error) => tell(`which failed (${error.message})`));
    },
    'cut a connection at a statement': async () => {
      const pattern = CUT_AT[choice % CUT_AT.length] as RegExp;
      tell(`${kind}: ${pattern.source}`);
      world.proxy.cutAtCommit(pattern);
    },
    'freeze the way to the database': () =>
      lasting(
        kind,
        () => world.proxy.freeze(),
        () => world.proxy.thaw(),
      ),
    'freeze PostgreSQL': async () => {
      const pid = await postmasterOf(world);
      if (!pid) return;
      const all = [pid, ...(await descendantsOf(pid)).map((one) => one.pid)];
      await lasting(
        kind,
        () => all.map((one) => signal(one, 'SIGSTOP')),
        () => all.map((one) => signal(one, 'SIGCONT')),
      );
    },
    'set the clock of a process': async () => {
      const servers = await serversOf(world);
      const offset = (choice % (2 * SKEW_MS_MAX)) - SKEW_MS_MAX;
      const one = choose(servers, Math.floor(choice / 7));
      if (!one) return;
      await lasting(
        `set the clock of ${one.pid} by ${offset} ms`,
        () => world.setClocks({ [one.pid]: offset }),
        () => world.setClocks({}),
      );
    },
    'let file hosts be slow': () => mood('files', 'slow'),
    'let file hosts fail': () => mood('files', 'fails'),
    'let receivers be slow': () => mood('receivers', 'slow'),
    'let receivers fail': () => mood('receivers', 'fails'),
    'fill the disk': async () => {
      const filler = join(world.dataDir, '..', 'filler');
      await lasting(
        kind,
        () => fill(filler),
        () => unlink(filler).catch(() => undefined),
      );
    },
    'the backup folder disappears': () => ofBackups((disk) => disk.disappear(false)),
    'the backup folder is replaced by an empty one': () => ofBackups((disk) => disk.disappear(true)),
    'the backup folder becomes read-only': () => ofBackups((disk) => disk.becomeReadOnly()),
    'the backup folder is full': async () => {
      if (world.backups?.isMounted) await ofBackups((disk) => disk.fill());
      else tell(`${kind}: left out, because only root may mount a small disk`);
    },
  };
  const ofBackups = async (begin: (disk: BackupDisk) => Promise<() => Promise<void>>) => {
    const { backups } = world;
    let undo = async () => {};
    await backups?.runInTurn(() =>
      lasting(
        kind,
        async () => {
          undo = await begin(backups);
        },
        async () => {
          const problem = await world.readMetric('platen_backup_problem');
          trace.add(WORLD, `platen_backup_problem is ${problem ?? 'not answered'}`);
          await undo();
        },
      ),
    );
  };
  const mood = (which: 'files' | 'receivers', how: 'slow' | 'fails') =>
    lasting(
      kind,
      () => {
        world.hosts.moods[which] = how;
      },
      () => {
        world.hosts.moods[which] = 'well';
      },
    );
  await doing[kind]();
}

async function killOne(
  among: Promise<Descendant[]>,
  choice: number,
  kind: FaultKind,
  tell: (what: string) => void,
): Promise<void> {
  const one = choose(await among, choice);
  if (!one) return tell(`${kind}: there is none`);
  tell(`${kind} (${one.pid})`);
  signal(one.pid, 'SIGKILL');
}

function choose(among: readonly Descendant[], choice: number): Descendant | undefined {
  return among[choice % Math.max(1, among.length)];
}

/**
 * Returns the processes that serve requests and do background work. A single process is the server itself.
 */
async function serversOf({ platen }: World): Promise<Descendant[]> {
  const { pid } = platen;
  if (pid === undefined) return [];
  const below = await descendantsOf(pid);
  const servers = below.filter(({ command, parent }) => parent === pid && / start\b/.test(command));
  return servers.length > 0 ? servers : [{ pid, parent: process.pid, command: '' }];
}

async function judgesOf({ platen }: World): Promise<Descendant[]> {
  if (platen.pid === undefined) return [];
  return (await descendantsOf(platen.pid)).filter(({ command }) => command.includes('task-supervisor'));
}

/** Returns the process id of the postmaster, or undefined if none runs. */
export async function postmasterOf({ dataDir }: Pick<World, 'dataDir'>): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

/** The title of a backend names its role and database. */
const isOfPlaten = ({ command }: Descendant) => /^postgres: platen_owner platen /.test(command);

/** Fills the disk completely. */
async function fill(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(join(path, '..'));
  const chunk = Buffer.alloc(FILLER_CHUNK_BYTES);
  await writeFile(path, '');
  for (let left = bavail * bsize; left > 0; left -= chunk.length) {
    const bytes = Math.min(left, chunk.length);
    const isFull = await writeFile(path, chunk.subarray(0, bytes), { flag: 'a' }).then(
      () => false,
      () => true,
    );
    if (isFull) return;
  }
}
