import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import type { Caller } from '../../../clients/access-tokens.ts';
import { TRACKING_LENGTH_MAX } from '../../../orders/change/ship-order.ts';
import type { OrderKey } from '../../../orders/rows/order-row-store.ts';
import { isColumnSort } from '../../../orders/staff/column-sort-store.ts';
import type { OperatorOrderFilter } from '../../../orders/staff/order-conditions-store.ts';
import {
  findOrderJob,
  listOrderJobRows,
  listOrderJobs,
  type OrderJob,
  type OrderJobInput,
  type OrderJobRow,
} from '../../../packing/order-job-store.ts';
import {
  JOB_ORDERS_MAX,
  ORDER_ACTIONS,
  type OrderAction,
  startOrderJob,
  stopOrderJob,
  tooManyOrders,
} from '../../../packing/order-jobs.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { risingId } from '../../../platform/database/rising-ids.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { ApiError, orderJobNotFound } from '../../../platform/errors/errors.ts';
import { writeCsv } from '../../../platform/formats/write-csv.ts';
import {
  errorAnswers,
  fileAnswer,
  integerFrom,
  onceAnswers,
  oneOf,
  openList,
  pageAnswers,
  readAnswers,
  stringField,
  Timestamp,
  titledObject,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { decodeCursor, invalidCursor, sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { mayDo } from '../../../staff/role-rules.ts';
import { CLIENT_ID, clientId, plainAnswers, staffPaging, strictObject, text } from '../fields/operator-schemas.ts';
import {
  changeOnce,
  findAssignee,
  readBatch,
  type StaffContext,
  sendAttachment,
  withoutNulls,
} from '../fields/staff-requests.ts';
import { MarkFields } from './note-schemas.ts';
import { BULK_ANSWER_MS_MAX } from './order-answers.ts';
import { findPage, queryFaults, readFilter } from './order-list-filters.ts';
import { ORDER_FILTERS, type OrderListQuery } from './order-list-schemas.ts';
import { HoldRequest } from './order-transition-schemas.ts';

interface JobContext extends StaffContext {
  config: Pick<Config, 'BASE_URL' | 'TIME_ZONE'>;
}

const route = routeUnder<JobContext>('Work');
const JOBS = '/operator/v1/order-jobs';
const JOBS_LISTED = 20;
/** Orders of one read while the matching ones are collected, and the most reads. */
const ORDERS_PER_READ = 500;
const READS_MAX = 200;
const JOB_ID = '0198c0df-33cc-7d44-8e55-f66071829304';
const STATES = ['RUNNING', 'STOPPED', 'DONE'] as const;
const ROW_STATES = ['WAITING', 'DONE', 'REFUSED'] as const;
const ACTIONS = Object.keys(ORDER_ACTIONS) as OrderAction[];

const JobRequest = strictObject(
  'OrderJobRequest',
  'A bulk change of all orders that match now.',
  {
    action: oneOf(
      ACTIONS,
      'What is done with each order, as by the operation with the same name: `batch` releases the orders into batches of at most 500, `mark` is `markOrders`, and `ship` ships the rest of each order in one parcel.',
      'ship',
    ),
    query: strictObject('OrderJobQuery', 'Parameters of `listOrders`.', ORDER_FILTERS, { status: 'ACCEPTED' }),
    reason: HoldRequest.properties.reason,
    trackingCarrier: Type.Optional(text(TRACKING_LENGTH_MAX, 'Carrier of the parcels, for `ship`.', 'dhl-paket')),
    batchId: Type.Optional(stringField('For `batch`: number of an open batch that takes the orders.', '12')),
    ...MarkFields,
  },
  { action: 'ship', query: { status: 'ACCEPTED' } },
);

const EXAMPLE = {
  ...{ jobId: JOB_ID, action: 'ship', state: 'RUNNING', orders: 2_000, waiting: 2_000, done: 0, refused: 0 },
  ...{ created: '2026-01-31T12:00:00.000Z', createdByName: 'Ada Lovelace' },
};
const JobSchema = titledObject(
  'OrderJob',
  'A bulk change with its progress.',
  {
    jobId: stringField('Identifier of the bulk change.', JOB_ID),
    action: oneOf(ACTIONS, 'What is done with each order.'),
    state: oneOf(STATES, 'RUNNING. STOPPED: by a person, or for `stopReason`. DONE: no order waits.'),
    stopReason: Type.Optional(
      openList(['STARTER_DISABLED'], 'Why Platen stopped it. STARTER_DISABLED: its starter was disabled.'),
    ),
    orders: integerFrom(0, 'Number of orders that matched at the start.', 2_000),
    waiting: integerFrom(0, 'Orders that were not changed yet. After a stop, they stay as they are.', 500),
    done: integerFrom(0, 'Orders that were changed, or needed no change.', 1_490),
    refused: integerFrom(0, 'Orders that were refused.', 10),
    created: Timestamp('When it was started.'),
    createdByName: Type.Optional(stringField('Person or program that started it.', 'Ada Lovelace')),
    ended: Type.Optional(Timestamp('When it was done or stopped. Absent: it runs.')),
  },
  EXAMPLE,
);
const JobParams = Type.Object({ jobId: stringField('The bulk change.', JOB_ID) });
const RowsQuery = Type.Object({
  state: Type.Optional(oneOf(ROW_STATES, 'Only orders in this state.', 'REFUSED')),
  ...staffPaging,
});
const RowSchema = titledObject(
  'OrderJobRow',
  'An order of a bulk change.',
  {
    clientId,
    orderId: stringField("The client's identifier of the order.", 'SHOP-10001'),
    state: oneOf(ROW_STATES, 'WAITING, DONE or REFUSED.'),
    error: Type.Optional(stringField('Name of the error. Absent: it was not refused.', 'order_not_changeable')),
    message: Type.Optional(stringField('Why it was refused.')),
  },
  { clientId: CLIENT_ID, orderId: 'SHOP-10001', state: 'WAITING' },
);

const showJob = (job: OrderJob) => withoutNulls({ ...job, done: job.orders - job.waiting - job.refused });

async function readJob(pool: Pool, jobId: string): Promise<OrderJob> {
  const job = await withRetry(() => findOrderJob(pool, jobId));
  if (!job) throw orderJobNotFound();
  return job;
}

function requireAction(caller: Caller, action: string): void {
  const { verb } = ORDER_ACTIONS[action as OrderAction];
  if (!mayDo(caller.role, verb))
    throw new ApiError('not_permitted', `This needs "${verb}", which the role does not have.`);
}

/** Lists the orders that match now. Throws `too_many_orders`. */
async function collectKeys(
  pool: Pool,
  filter: OperatorOrderFilter | undefined,
  { q, sort }: Pick<Static<typeof OrderListQuery>, 'q' | 'sort'>,
): Promise<OrderKey[]> {
  const keys = new Map<string, OrderKey>();
  // A sort by a column would leave out orders.
  const ofIndex = isColumnSort(sort) ? 'newest' : sort;
  const input = { sort: ofIndex, limit: ORDERS_PER_READ, ...(q !== undefined && { q }) };
  let after = filter?.after;
  for (let reads = 0; filter && reads < READS_MAX; reads++) {
    const { orders, next } = await findPage(pool, { ...filter, after }, input);
    for (const { clientId, orderId } of orders) keys.set(`${clientId} ${orderId}`, { clientId, orderId });
    if (keys.size > JOB_ORDERS_MAX) throw tooManyOrders();
    if (!next) return [...keys.values()];
    after = next;
  }
  if (filter) throw tooManyOrders();
  return [];
}

const postJob = route({
  config: {
    answerMsMax: BULK_ANSWER_MS_MAX,
    moreFaults: ({ body }) =>
      queryFaults(Object(Object(body).query)).map((fault) => ({ ...fault, pointer: `/query/${fault.pointer}` })),
  },
  operationId: 'startOrderJob',
  summary: 'Change all orders that match a filter',
  description:
    'Stores the orders that match now, at most 10,000, and changes them in the background, each on its own. It survives a restart, and changes no order twice. Needs the permission of the action. At most 20 run at a time. Send an `Idempotency-Key`, so that a repeated request starts it once.',
  headers: idempotencyHeaders,
  body: JobRequest,
  response: onceAnswers('The bulk change.', JobSchema, 'too_many_orders', 'too_many_order_jobs', 'batch_not_found'),
  handler: async ({ pool, clock, config }, request, reply) => {
    const { body, caller, routeOptions } = request;
    const { action, query, assigneeId, batchId, ...given } = body;
    requireAction(caller, action);
    const now = clock();
    const assignee = await findAssignee(pool, assigneeId);
    const input: OrderJobInput = { ...given, ...(assignee !== undefined && { assignee }) };
    if (batchId !== undefined) input.batchId = (await readBatch(pool, batchId)).batchId;
    const parameters = query as Static<typeof OrderListQuery>;
    const keys = await collectKeys(pool, readFilter(parameters, now, config.TIME_ZONE), parameters);
    const job = { jobId: risingId(), action, input };
    const once = { input: [routeOptions.url, body], now };
    const text = await changeOnce(pool, request, reply, once, async (connection) => {
      await startOrderJob(connection, job, keys, { by: actorOf(caller), now });
      return showJob((await findOrderJob(connection, job.jobId)) as OrderJob);
    });
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  },
});

const getJobs = route({
  operationId: 'listOrderJobs',
  summary: 'List the bulk changes of orders',
  description: `Lists the last ${JOBS_LISTED} bulk changes, latest first. They are kept for 30 days after their end.`,
  response: readAnswers('The bulk changes.', Type.Array(JobSchema)),
  handler: async ({ pool }, request, reply) => {
    const jobs = await withRetry(() => listOrderJobs(pool, JOBS_LISTED));
    return sendJson(request, reply, jobs.map(showJob));
  },
});

const getJob = route({
  operationId: 'getOrderJob',
  summary: 'Read a bulk change of orders',
  description: 'Returns its progress.',
  params: JobParams,
  response: readAnswers('The bulk change.', JobSchema, 'order_job_not_found'),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, showJob(await readJob(pool, request.params.jobId))),
});

const getRows = route({
  operationId: 'listOrderJobRows',
  summary: 'List the orders of a bulk change',
  description: 'Lists the orders that matched at the start, in their order, with the result of each.',
  params: JobParams,
  querystring: RowsQuery,
  response: pageAnswers('A page of orders.', Type.Array(RowSchema), 'order_job_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { jobId } = await readJob(pool, request.params.jobId);
    const { state, limit, cursor } = request.query;
    const after = readPosition(cursor);
    const found = await withRetry(() => listOrderJobRows(pool, jobId, { state, after, limit: limit + 1 }));
    return sendPage(request, reply, found, { keyOf: ({ position }) => [String(position)], show: showRow });
  },
});

const showRow = ({ position: _, ...row }: OrderJobRow) => withoutNulls(row);

function readPosition(cursor: string | undefined): number {
  const position = decodeCursor(cursor, 1)?.[0];
  if (position !== undefined && !/^\d{1,9}$/.test(position)) throw invalidCursor();
  return position === undefined ? -1 : Number(position);
}

const getFile = route({
  operationId: 'exportOrderJob',
  summary: 'Read the results of a bulk change as CSV',
  description: 'Has the columns clientId, orderId, state, error and message. UTF-8 with commas.',
  params: JobParams,
  querystring: Type.Object({ state: RowsQuery.properties.state }),
  response: { 200: fileAnswer('The file.', 'text/csv'), ...errorAnswers('order_job_not_found') },
  handler: async ({ pool }, { params, query }, reply) => {
    const { jobId } = await readJob(pool, params.jobId);
    const wanted = { state: query.state, after: -1, limit: JOB_ORDERS_MAX };
    const rows = await withRetry(() => listOrderJobRows(pool, jobId, wanted));
    const lines = rows.map(({ clientId, orderId, state, error, message }) => [
      clientId,
      orderId,
      state,
      error ?? '',
      message ?? '',
    ]);
    const csv = writeCsv([['clientId', 'orderId', 'state', 'error', 'message'], ...lines]);
    return sendAttachment(reply, 'orders.csv', 'text/csv; charset=utf-8', csv);
  },
});

const postStop = route({
  operationId: 'stopOrderJob',
  summary: 'Stop a bulk change of orders',
  description:
    'The orders that wait stay as they are, and those that were changed stay changed. Needs the permission of the action. Changes nothing after its end.',
  params: JobParams,
  response: withExample(
    { ...EXAMPLE, state: 'STOPPED', ended: '2026-01-31T12:00:05.000Z' },
    plainAnswers('The bulk change.', JobSchema, 'order_job_not_found'),
  ),
  handler: async ({ pool, clock }, { params, caller }) => {
    const { jobId, action } = await readJob(pool, params.jobId);
    requireAction(caller, action);
    await stopOrderJob(pool, jobId, { by: actorOf(caller), now: clock() });
    return showJob(await readJob(pool, jobId));
  },
});

export const orderJobRoutes = routeTable<JobContext>([
  ['POST', JOBS, postJob, { verb: 'orders.read' }],
  ['GET', JOBS, getJobs, { verb: 'orders.read' }],
  ['GET', `${JOBS}/:jobId`, getJob, { verb: 'orders.read' }],
  ['GET', `${JOBS}/:jobId/orders`, getRows, { verb: 'orders.read' }],
  ['GET', `${JOBS}/:jobId/file`, getFile, { verb: 'orders.read' }],
  ['POST', `${JOBS}/:jobId/stop`, postStop, { verb: 'orders.read' }],
]);
