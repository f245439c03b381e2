import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseYaml } from '@redocly/openapi-core';
import Fastify from 'fastify';
import { pino } from 'pino';
import { countBlocks } from '../../../test/support/count-blocks.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { createClient } from '../../clients/manage-clients.ts';
import { openPool, type SharedPool } from '../../platform/database/pool.ts';
import { DiskWatch } from '../../platform/files/disk-watch.ts';
import { registerObservation } from '../../platform/http/observe-requests.ts';
import { FaultLog } from '../../platform/observability/fault-log.ts';
import { countSignIns, measureAdmission, measureBatches } from './platen-metrics.ts';
import { BackgroundWatch, measureTracing, openRegistry, watchService } from './watch-service.ts';
import { countWork } from './work-store.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/monitoring.md');
const ALERTS = join(import.meta.dirname, '../../../deploy/prometheus/platen-alerts.yaml');
const log = pino({ level: 'silent' });
const NOW = new Date('2026-03-01T12:00:00.000Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

let database: TestDatabase;
let pool: SharedPool;
before(async () => {
  database = await openTestDatabase();
  pool = openPool({ connectionString: database.url }, 2, () => {});
});
after(async () => {
  await pool.end();
  await database.close();
});

test('docs/monitoring.md lists exactly the metrics, with their types and labels', async () => {
  const { registry } = watch();
  const documented = [...(await text()).matchAll(/^\| `(\w+)` \| (gauge|counter|histogram) \|(.*?)\| /gm)];
  const written = documented.map(([, name, type, labels = '']) => {
    const names = [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label);
    return [name, type, names.sort().join(' ')];
  });
  const own = registry.getMetricsAsArray().filter(({ name }) => !isNodes(name));
  const registered = own.map((metric) => [metric.name, metric.type, labelsOf(metric).sort().join(' ')]);
  assert.ok(registered.length > 25);
  assert.deepEqual(written.sort(), registered.sort());
});

test('the alert rules are valid, and use existing metrics and labels', async () => {
  const { registry } = watch();
  const rules = await readFile(ALERTS, 'utf8');
  const [, config = ''] = /```yaml\n(.*?)```/s.exec(await text()) ?? [];
  const { groups } = parseYaml(rules) as { groups: { rules: Rule[] }[] };
  const all = groups.flatMap((group) => group.rules);
  assert.ok(all.length >= 14);
  for (const { alert, expr, labels, annotations } of all) {
    assert.match(alert, /^Platen\w+$/);
    assert.ok(['page', 'warn'].includes(labels.severity), alert);
    assert.ok(annotations.summary, alert);
    const named = [...expr.matchAll(/\b((?:platen|http|nodejs|process)_\w+)(?:\{(.*?)\})?/g)];
    assert.ok(named.length > 0 || expr === 'up{job="platen"} == 0', alert);
    for (const [, series = '', matchers = ''] of named) {
      const metric =
        registry.getSingleMetric(series.replace(/_(bucket|count|sum)$/, '')) ?? registry.getSingleMetric(series);
      assert.ok(metric, `${alert} names ${series}, which is no metric`);
      const [, grouped = ''] = /by \((\w+)\)/.exec(expr) ?? [];
      const known = [...labelsOf(metric), 'le', ''];
      for (const label of [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)/g)].map(([, name]) => name!))
        assert.ok(known.includes(label), `${alert}: ${series} has no label ${label}`);
      assert.ok(known.includes(grouped), `${alert}: ${series} has no label ${grouped}`);
    }
  }
  assert.equal((parseYaml(config) as { scrape_configs: { job_name: string }[] }).scrape_configs[0]!.job_name, 'platen');
});

test('failures of a dependency are counted, and a fault is reported while it lasts', async () => {
  const { faults, value } = watch();
  for (let failures = 0; failures < 3; failures++) faults.failed('file_store', new Error('away'));
  const both = async (labels: Record<string, string>) => [
    await value('platen_dependency_faults_total', labels),
    await value('platen_dependency_faulty', labels),
  ];
  assert.deepEqual(await both({ dependency: 'file_store' }), [3, 1]);
  assert.deepEqual(await both({ dependency: 'database' }), [0, 0]);
});

test('the open work of live clients is counted by status, with the age of the oldest', async () => {
  const clientId = await newClient('live');
  await addOrder(clientId, 'NEW', ago(50), ago(40));
  await addOrder(clientId, 'NEW', ago(70), ago(-60));
  await addOrder(clientId, 'NEW', ago(90), null);
  await addOrder(clientId, 'NEW', ago(80), null, 'files.example:443');
  await addOrder(clientId, 'ERROR', ago(500), null);
  await addOrder(clientId, 'SHIPPED', ago(9_000), null);
  await addOrder(clientId, 'CANCELLED', ago(9_000), null);
  const sandbox = await newClient('sandbox');
  for (let n = 0; n < 20; n++) await addOrder(sandbox, 'NEW', ago(9_000 + n), ago(9_000));
  const { value } = watch();
  assert.deepEqual(
    [await value('platen_orders', { status: 'NEW' }), await value('platen_orders', { status: 'ERROR' })],
    [4, 1],
  );
  assert.equal(await value('platen_orders', { status: 'ACCEPTED' }), 0);
  assert.equal(await value('platen_orders', { status: 'SHIPPED' }), undefined);
  assert.equal(await value('platen_orders_oldest_age_seconds', { status: 'NEW' }), 90);
  assert.equal(await value('platen_orders_oldest_age_seconds', { status: 'ACCEPTED' }), 0);
  const waiting = ['intake', 'files', 'stock'].map((reason) => value('platen_intake_waiting', { for: reason }));
  assert.deepEqual(await Promise.all(waiting), [1, 2, 1]);
  assert.equal(await value('platen_intake_due_age_seconds'), 40);
  assert.equal(await value('platen_work_age_seconds'), 0);
});

test('pending webhooks are counted, with the oldest and the longest due', async () => {
  const clientId = await newClient('live');
  const [slow, well] = ['10000000-0000-7000-8000-000000000001', '10000000-0000-7000-8000-000000000002'];
  const insert = (endpointId: string, failingSince: Date | null) =>
    database.pool.query(
      `insert into webhook_endpoints (client_id, endpoint_id, url, status, secret, failing_since, created, updated)
       values ($1, $2, 'https://shop.example', 'active', '', $3, $4, $4)`,
      [clientId, endpointId, failingSince, NOW],
    );
  await insert(slow, ago(600));
  await insert(well, null);
  for (const [endpoint, due, created] of [
    [slow, ago(-300), ago(900)],
    [slow, ago(800), ago(800)],
    [well, ago(20), ago(20)],
  ] as const) {
    await database.pool.query(
      `insert into webhook_deliveries (client_id, endpoint_id, delivery_id, type, body, due, created)
       values ($1, $2, gen_random_uuid(), 'order.created', '{}', $3, $4)`,
      [clientId, endpoint, due, created],
    );
  }
  const { value } = watch();
  assert.equal(await value('platen_webhooks_pending'), 3);
  assert.equal(await value('platen_webhooks_oldest_age_seconds'), 900);
  // A delivery behind one that waits for its retry is not due yet.
  assert.equal(await value('platen_webhooks_due_age_seconds'), 20);
  assert.deepEqual(
    [
      await value('platen_webhook_endpoints', { state: 'well' }),
      await value('platen_webhook_endpoints', { state: 'failing' }),
    ],
    [1, 1],
  );
});

test('new open orders are counted at once, without sandbox orders, and without reading each', async () => {
  const [live, sandbox] = [await newClient('live'), await newClient('sandbox')];
  await database.pool.query(
    `insert into orders (client_id, order_id, status, created, updated, request_hash, document, summary)
     select case when n < 10000 then $1 else $2 end, 'A-' || n, 'ASSIGNED', $3::timestamptz - n * interval '1 second', $3, '', '{}', '{}'
     from generate_series(0, 14999) n`,
    [live, sandbox, NOW],
  );
  await database.pool.query('vacuum analyze orders, clients');
  await addOrder(live, 'ASSIGNED', NOW, null);
  const counting = countBlocks(database.pool);
  const { orders } = await countWork(counting, NOW);
  const { count, oldest } = orders.find(({ status }) => status === 'ASSIGNED') ?? {};
  assert.deepEqual([count, oldest], [10_001, ago(9_999)]);
  // The search passes all sandbox orders, which are older.
  const blocks = counting.takeBlocks();
  assert.ok(blocks > 0 && blocks < 16_000, `${blocks} blocks`);
  await database.pool.query('delete from orders where client_id = $1', [sandbox]);
  await database.pool.query('vacuum orders');
  await countWork(counting, NOW);
  const withoutThem = counting.takeBlocks();
  assert.ok(withoutThem < 300, `${withoutThem} blocks`);
});

test('counting does not read ended orders', async () => {
  const clientId = await newClient('live');
  await database.pool.query(
    `insert into orders (client_id, order_id, status, created, updated, request_hash, document, summary)
     select $1, 'OLD-' || n, 'SHIPPED', $2, $2, '', '{}', '{}' from generate_series(1, 20000) n`,
    [clientId, ago(86_400)],
  );
  await database.pool.query('analyze orders');
  const connection = await database.pool.connect();
  // The figures include rows that the connection read earlier and has not reported yet.
  const rowsRead = async () => {
    const { rows } = await connection.query(
      "select seq_tup_read::int + idx_tup_fetch::int as read from pg_stat_xact_user_tables where relname = 'orders'",
    );
    return rows[0].read as number;
  };
  try {
    const { rows: open } = await connection.query(
      `select count(*)::int as orders from orders where status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR')`,
    );
    await connection.query('begin');
    const before = await rowsRead();
    await countWork(connection, NOW);
    const read = (await rowsRead()) - before;
    assert.ok(read < open[0].orders + 200, `${read} rows`);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
});

test('the cost of counting does not depend on clients without work', async () => {
  await database.pool.query(
    `insert into clients (client_id, name, mode, scope, status, created)
     select 'idle-' || n, 'Idle', 'live', 'fulfillment', 'active', now() from generate_series(1, 3000) n`,
  );
  await database.pool.query('vacuum analyze');
  const counting = countBlocks(database.pool);
  await countWork(counting, NOW);
  const blocks = counting.takeBlocks();
  assert.ok(blocks > 0 && blocks < 1_000, `${blocks} blocks`);
});

test('concurrent reads share one count, which ages while the database is away', async () => {
  const broken = openPool({ connectionString: database.url }, 1, () => {});
  let statements = 0;
  broken.on('acquire', () => statements++);
  const time = { now: NOW };
  const { value } = watch({ pool: broken, clock: () => time.now });
  await Promise.all([value('platen_orders', { status: 'NEW' }), value('platen_webhooks_pending')]);
  await value('platen_orders', { status: 'NEW' });
  assert.equal(statements, 1);
  await broken.end();
  time.now = ago(-300);
  assert.equal(await value('platen_work_age_seconds'), 300);
  const without = watch({ pool: broken });
  assert.ok(Number.isNaN(await without.value('platen_work_age_seconds')));
  assert.equal(await without.value('platen_orders', { status: 'NEW' }), undefined);
});

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}

function watch({ pool: given = pool, clock = () => NOW } = {}) {
  const registry = openRegistry();
  registerObservation(Fastify(), registry);
  measureAdmission(registry, { underWay: 0, refused: 0 });
  measureBatches(registry);
  countSignIns(registry);
  measureTracing(registry, { exported: 0, failed: 0 });
  const faults = new FaultLog(log);
  const disk = new DiskWatch({ floorBytes: 1, readFree: async () => 2, clock, log, faults });
  const keys = { canSign: () => true };
  const pools = { pool: given, backgroundPool: given };
  const check = watchService(registry, {
    database: pools,
    disk,
    keys,
    watch: new BackgroundWatch(),
    faults,
    hasBackups: true,
    log,
    clock,
  });
  const value = async (name: string, labels: Record<string, string> = {}) => {
    const { values } = await registry.getSingleMetric(name)!.get();
    return values.find((one) => Object.entries(labels).every(([label, is]) => one.labels[label] === is))?.value;
  };
  return { registry, faults, check, value };
}

function labelsOf(metric: unknown): string[] {
  return [...(metric as { labelNames: string[] }).labelNames];
}

function isNodes(name: string): boolean {
  return /^(process|nodejs)_/.test(name);
}

async function newClient(mode: 'live' | 'sandbox'): Promise<string> {
  const client = { name: 'Shop', mode, scope: 'fulfillment', now: NOW } as const;
  return (await createClient(database.pool, client)).clientId;
}

async function addOrder(
  clientId: string,
  status: string,
  created: Date,
  due: Date | null,
  parkedHost: string | null = null,
): Promise<void> {
  await database.pool.query(
    `insert into orders (client_id, order_id, status, created, updated, request_hash, document, summary, work_due, parked_host)
     values ($1, gen_random_uuid()::text, $2, $3, $3, '', '{}', '{}', $4, $5)`,
    [clientId, status, created, due, parkedHost],
  );
}

function text(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}
