import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { readDemoCatalog } from '../demo/demo-data.ts';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { EXAMPLE_PASSWORDS } from '../src/staff/password-rules.ts';
import {
  differences,
  examplesOfAnswer,
  fillBody,
  fillHeaders,
  fillPath,
  momentsOutOfOrder,
  type Operation,
  operationsOf,
  readDocument,
  requestExamples,
} from './support/documented-operations.ts';
import { newScene } from './support/example-scene.ts';
import { CUSTOMER_STATES, STAFF_STATES } from './support/example-states.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
let documents: { path: string; states: typeof CUSTOMER_STATES; operations: Operation[] }[];
/** The first example of createOrder. */
let order: Record<string, unknown>;
before(async () => {
  const checkHealth = async () => [{ name: 'intake' as const, status: 'ok' as const }];
  server = await startTestServer({ RATE_LIMIT: 'off', METRICS_PORT: '9464' }, { checkHealth });
  await importCatalog(server.pool, await readDemoCatalog(), {});
  operator = await newOperator(server);
  documents = [
    { path: '/openapi.json', states: CUSTOMER_STATES, operations: operationsOf(readDocument('openapi.json')) },
    {
      path: '/operator/openapi.json',
      states: STAFF_STATES,
      operations: operationsOf(readDocument('operator-openapi.json')),
    },
  ];
  const create = documents[0]!.operations.find(({ operationId }) => operationId === 'createOrder')!;
  order = requestExamples(create)[0]!.body as typeof order;
});
after(() => server.close());

/** The client id in the examples for staff. The test replaces it with a real one. */
const CLIENT_ID = '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c';
const FORM = 'application/x-www-form-urlencoded';

/**
 * Sends an example to a server in the state that the operation needs. Returns the differences as sentences.
 */
async function send(
  t: TestContext,
  { path: document, states }: (typeof documents)[number],
  operation: Operation,
  status: string,
  { mediaType, body, isFirst }: { mediaType?: string; body?: unknown; isFirst: boolean },
): Promise<string[]> {
  const { operationId, method } = operation;
  const isStaff = document.startsWith('/operator');
  const sandbox = operationId === 'simulateOrder';
  const scene = await newScene(t, server, operator, { order, body, sandbox, isStaff });
  await (states[`${operationId} ${status}`] ?? states[operationId])?.(scene);
  const filled = withUnknownPassword(fillBody(body, scene.known, CLIENT_ID));
  const sent = mediaType === FORM ? String(new URLSearchParams(filled as Record<string, string>)) : filled;
  const headers = fillHeaders(operation, scene.known, mediaType);
  const paths = [false, true].map((withQuery) => fillPath(operation, scene.known, withQuery));
  const answers = [];
  for (const path of new Set(paths)) {
    const answer = await scene.send(method, path, sent, headers);
    if (String(answer.status) !== status) return [`${path}: ${answer.status} ${answer.text}`];
    // Examples use the default address.
    const told = answer.text.replaceAll(server.config.BASE_URL, 'http://localhost:8080');
    answers.push(answer.json && JSON.parse(told));
  }
  const examples = examplesOfAnswer(operation, Number(status));
  if (!isFirst || examples.length === 0) return [];
  const found = answers.map((answer) => differences(examples[0], answer));
  return found.sort((one, other) => one.length - other.length)[0] ?? [];
}

/** Published passwords are refused. */
function withUnknownPassword<T>(body: T): T {
  if (body === undefined) return body;
  return JSON.parse(JSON.stringify(body).replaceAll(EXAMPLE_PASSWORDS[1], 'seven lilac kettles at noon'));
}

test('every example request is answered as the example response says', async (t) => {
  const wrong: string[] = [];
  for (const document of documents) {
    for (const operation of document.operations) {
      const succeeded = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
      for (const status of succeeded) {
        for (const [index, request] of requestExamples(operation).entries()) {
          const sending = send(t, document, operation, status, { ...request, isFirst: index === 0 });
          const found = await sending.catch((error: Error) => [error.message]);
          const where = `${document.path} ${operation.operationId} ${status}`;
          wrong.push(...found.map((one) => `${where}: ${one}`));
        }
      }
    }
  }
  const hint =
    'Add request examples to the request schema (`examples`), and response examples to the response schema or the last argument of `answer`. Prepare the needed state in test/support/example-states.ts.';
  assert.deepEqual(wrong, [], `${hint}\n${wrong.join('\n')}`);
});

test('the times of each example are in chronological order', () => {
  const wrong: string[] = [];
  for (const { path, operations } of documents) {
    for (const operation of operations) {
      for (const status of Object.keys(operation.responses)) {
        for (const example of examplesOfAnswer(operation, Number(status))) {
          const found = momentsOutOfOrder(example);
          wrong.push(...found.map((one) => `${path} ${operation.operationId} ${status}: ${one}`));
        }
      }
    }
  }
  assert.deepEqual(wrong, []);
});
