import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { openBlobs } from '../../src/files/open-blobs.ts';
import { startFileServer } from '../../src/files/test-support/file-server.ts';
import { makePdf } from '../../src/files/test-support/sample-files.ts';
import { takeInOrders } from '../../src/orders/intake/intake-orders.ts';
import { newIntakeContext } from '../../src/orders/test-support/intake-context.ts';
import {
  bins,
  cameBack,
  handedOver,
  handedToDriver,
  packed,
  parcelOnList,
  partlyShipped,
  pieceInHand,
  releasable,
  released,
  waitingParcel,
} from './floor-states.ts';
import { assign, type Operator } from './operator.ts';
import type { Scope } from './scope.ts';
import { newAccount, newBrowser, PASSWORD, signedIn } from './signed-in.ts';
import type { Answer, TestServer } from './test-server.ts';

const ORDER = '/orders/{clientId}/SHOP-10001';

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Pick<Answer, 'status' | 'text' | 'json'>>;

/** A new customer as of the demo, staff, and what the examples cannot know. */
export interface Scene {
  t: Scope;
  server: TestServer;
  operator: Operator;
  token: string;
  clientId: string;
  /** createOrder's first example. */
  order: Record<string, unknown>;
  /** The body of the example that is about to be sent. */
  body: unknown;
  /** By name of parameter or field; what is here is put into the example. */
  known: Record<string, string>;
  /** Sends the example; below /operator/v1 for staff. */
  send: Send;
}

export async function newScene(
  t: Scope,
  server: TestServer,
  operator: Operator,
  { order, body, sandbox, isStaff }: Pick<Scene, 'order' | 'body'> & { sandbox: boolean; isStaff: boolean },
): Promise<Scene> {
  const { token, client } = await server.token({ mode: sandbox ? 'sandbox' : 'live' });
  const { clientId } = client;
  for (const [path, contract] of [
    ['products/P-100', undefined],
    ['carriers/dhl-paket', { default: true }],
  ] as const) {
    const answer = await operator.send('PUT', `/clients/${clientId}/${path}`, contract);
    assert.equal(answer.status, 200, answer.text);
  }
  const send: Send = isStaff
    ? (method, path, sent, headers) => operator.send(method, path.replace('/operator/v1', ''), sent, headers)
    : (method, path, sent, headers = {}) =>
        server.send(path, { method, token, headers, ...(sent !== undefined && { body: sent }) });
  const known = {
    clientId,
    'if-match': '*',
    'idempotency-key': randomUUID(),
    client_id: clientId,
    client_secret: client.clientSecret,
  };
  return { t, server, operator, token, clientId, order, body, known, send };
}

async function placed({ server, token, order }: Scene): Promise<void> {
  const answer = await server.send('/v1/orders', { token, body: order });
  assert.equal(answer.status, 200, answer.text);
}

/** Out of the EU. */
async function placedAbroad(scene: Scene): Promise<void> {
  const address = { personName: 'Ada', street: 'Weg 1', city: 'Bern', postalCode: '3000', country: 'CH' };
  await placed({ ...scene, order: { ...scene.order, shipping: { address } } });
}

/** Placed, and then what staff do: `hold`, or `ship` with its body. */
const worked =
  (...verbs: (string | readonly [verb: string, body: object])[]) =>
  async (scene: Scene) => {
    await placed(scene);
    for (const one of verbs) {
      const [verb, body] = typeof one === 'string' ? [one] : one;
      if (verb === 'assign') {
        await scene.operator.send('POST', '/stock/PRODUCT/4006381333931/set', { quantity: 400 });
        await assign(scene.server, scene.clientId, 'SHOP-10001');
        continue;
      }
      const answer =
        verb === 'wish'
          ? await scene.server.send('/v1/orders/SHOP-10001/cancel', {
              token: scene.token,
              body: { reason: 'The customer changed their mind.' },
            })
          : await scene.operator.work(scene.clientId, 'SHOP-10001', verb, body);
      assert.ok(answer.status < 300, `${verb}: ${answer.text}`);
    }
  };

const ERROR = ['error', { message: 'The artwork cannot be printed.', code: 'production_problem' }] as const;
const SHIPMENT = [
  'ship',
  { parcels: [{ trackingNumber: '1', trackingCarrier: 'D', trackingUrl: 'https://a.example/1' }] },
] as const;

/** What SimulateRequest asks for follows from what is there. */
async function simulated(scene: Scene): Promise<void> {
  await placed(scene);
  if (!Object.hasOwn(Object(scene.body), 'cancellation')) return;
  await scene.server.send('/v1/orders/SHOP-10001/simulate', {
    token: scene.token,
    body: { status: 'ACCEPTED' },
  });
}

async function endpoint(scene: Scene): Promise<void> {
  const body = { url: 'https://shop.example.com/hooks/platen', types: ['order.shipped', 'order.error'] };
  const { json } = await scene.server.send('/v1/webhook-endpoints', { token: scene.token, body });
  scene.known.endpointId = json.endpointId;
}

/** An order went to ERROR, and its endpoint is to be told. */
async function delivery(scene: Scene): Promise<void> {
  await endpoint(scene);
  await worked(ERROR)(scene);
  const path = `/v1/webhook-endpoints/${scene.known.endpointId}/deliveries`;
  const { json } = await scene.server.send(path, { token: scene.token });
  scene.known.deliveryId = json[0].deliveryId;
}

async function note(scene: Scene): Promise<void> {
  await placed(scene);
  const path = ORDER.replace('{clientId}', scene.clientId);
  const { json } = await scene.operator.send('POST', `${path}/notes`, { text: 'Ada calls back.' });
  scene.known.noteId = json.noteId;
}

async function articleNote(scene: Scene): Promise<void> {
  const { json } = await scene.operator.send('POST', '/articles/ST-CREATOR/notes', {
    text: 'Pretreat twice.',
  });
  scene.known.noteId = json.noteId;
}

/** With its packing slip kept. */
async function fileKept(scene: Scene): Promise<void> {
  const { t, server, order, clientId } = scene;
  const host = await startFileServer(t, (_, response) => response.end(makePdf()));
  await placed({ ...scene, order: { ...order, packingSlip: `${host.url}/slip.pdf` } });
  const blobs = openBlobs(server.config);
  t.after(() => blobs.close());
  const context = await newIntakeContext(t, server, { blobs, allow: [host.host], retrySeconds: [] });
  await takeInOrders(context, clientId, new AbortController().signal);
  const { json } = await scene.operator.get(ORDER.replace('{clientId}', clientId));
  scene.known.sha256 = json.files[0].sha256;
}

/** The same, where what is answered is no JSON, and past the check that knows nothing else. */
async function fileRead(scene: Scene): Promise<void> {
  await fileKept(scene);
  sendAsBytes(scene, (await scene.server.token({ scope: 'operator' })).token);
}

/** The state, for what answers a document. */
function asBytes(state: State): State {
  return async (scene) => {
    await state(scene);
    sendAsBytes(scene, (await scene.server.token({ scope: 'operator' })).token);
  };
}

async function badged(scene: Scene): Promise<void> {
  const { operatorId } = await newAccount(scene.server);
  await scene.operator.send('POST', `/operators/${operatorId}/badge`);
  scene.known.operatorId = operatorId;
}

async function papersAsked(scene: Scene): Promise<void> {
  await released(scene);
  await scene.operator.send('POST', `/batches/${scene.known.batchId}/papers`, { paper: 'TICKETS' });
}

/** A closed list, and a printer for it. */
async function handOverPrinted(scene: Scene): Promise<void> {
  await handedToDriver(scene);
  const sheet = { mediaTypes: ['application/pdf'], mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: 300 };
  const body = { name: `Sheets ${randomUUID()}`, kind: 'ipp', address: 'ipp://10.0.0.7/print', ...sheet };
  scene.known.printerId = (await scene.operator.send('POST', '/printers', body)).json.printerId;
}

function sendAsBytes(scene: Scene, token: string): void {
  const { server } = scene;
  scene.send = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(server.url + path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    return { status: answer.status, text: await answer.text(), json: undefined };
  };
}

/** A piece whose files are kept, where what is answered is no JSON. */
async function pictured(scene: Scene): Promise<void> {
  await pieceInHand(scene);
  const { piece } = await scannedTo(scene, 'FIND');
  scene.known.sha256 = piece.steps[0].artwork.thumbnail.split('/').at(-2);
  sendAsBytes(scene, (await scene.server.token({ scope: 'operator' })).token);
}

/** The same, of its parcel. */
async function picturedParcel(scene: Scene): Promise<void> {
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

/** A printer, and a test page that waits for it. */
const printing =
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

/** Nobody knows whether it was printed. */
async function doubtfulPrint(scene: Scene): Promise<void> {
  await printing('raw')(scene);
  await scene.server.pool.query(`update print_jobs set state = 'unknown' where job_id = $1`, [
    scene.known.jobId,
  ]);
}

async function printedDocument(scene: Scene): Promise<void> {
  await printing('browser')(scene);
  sendAsBytes(scene, (await scene.server.token({ scope: 'operator' })).token);
}

async function account(scene: Scene): Promise<void> {
  const { operatorId } = await newAccount(scene.server);
  scene.known.operatorId = operatorId;
}

/** Somebody is signed in twice, and sends from the one browser. */
async function session(scene: Scene): Promise<void> {
  const { account, send } = await signedIn(scene.server);
  const other = newBrowser(scene.server);
  await other.send('POST', '/session', { login: account.login, password: PASSWORD });
  const sessions = await other.send('GET', '/me/sessions');
  const { sessionId } = sessions.json.find((one: { current?: boolean }) => one.current);
  Object.assign(scene.known, { operatorId: account.operatorId, sessionId, current: PASSWORD });
  scene.send = (method, path, body, headers) => send(method, path.replace('/operator/v1', ''), body, headers);
}

/** The same, for programs. */
async function othersSession(scene: Scene): Promise<void> {
  const { send } = scene;
  await session(scene);
  scene.send = send;
}

async function secret(scene: Scene): Promise<void> {
  const { json } = await scene.operator.send('GET', `/clients/${scene.clientId}/secrets`);
  scene.known.secretId = json[0].secretId;
}

/** A browser is a station, and somebody who works there has a badge. */
async function station(scene: Scene): Promise<void> {
  const { stationId } = (
    await scene.operator.send('POST', '/stations', {
      name: `Press ${randomUUID()}`,
      kinds: ['make', 'check'],
    })
  ).json;
  const { account, ...browser } = await signedIn(scene.server);
  const { operatorId, login } = account;
  const { badgeCode } = (await scene.operator.send('POST', `/operators/${operatorId}/badge`)).json;
  const { pin } = (await scene.operator.send('POST', `/operators/${operatorId}/pin`)).json;
  await browser.send('POST', '/station-session', { stationId });
  await browser.send('POST', '/station-session/badge', { badge: badgeCode });
  const [{ sessionId }] = (await scene.operator.send('GET', `/stations/${stationId}/sessions`)).json;
  Object.assign(scene.known, { stationId, sessionId, operatorId, login, pin, badge: badgeCode });
  scene.send = (method, path, body, headers) =>
    browser.send(method, path.replace('/operator/v1', ''), body, headers);
}

/** The same, for programs. */
async function othersStation(scene: Scene): Promise<void> {
  const { send } = scene;
  await station(scene);
  scene.send = send;
}

/** There is a station, and a person makes a browser one. */
async function ownStation(scene: Scene): Promise<void> {
  await othersStation(scene);
  const { send } = await signedIn(scene.server);
  scene.send = (method, path, body, headers) => send(method, path.replace('/operator/v1', ''), body, headers);
}

async function signIn(scene: Scene): Promise<void> {
  const { account } = await signedIn(scene.server);
  Object.assign(scene.known, { login: account.login, password: PASSWORD });
  const browser = newBrowser(scene.server);
  scene.send = (method, path, body, headers) =>
    browser.send(method, path.replace('/operator/v1', ''), body, headers);
}

async function welcome(scene: Scene): Promise<void> {
  const { token } = await newAccount(scene.server);
  await signIn(scene);
  scene.known = { token };
}

async function audited(scene: Scene): Promise<void> {
  const { clientId, operator, known } = scene;
  await operator.send('POST', `/clients/${clientId}/disable`);
  Object.assign(known, { person: operator.clientId, subject: `client:${clientId}` });
}

type State = (scene: Scene) => Promise<void>;
type States = Readonly<Record<string, State>>;

/** What must be there before the example of an operation is sent; nothing more for those that are not here. By operationId. */
export const CUSTOMER_STATES: States = {
  listOrders: placed,
  getOrder: placed,
  amendOrder: placed,
  cancelOrder: placed,
  'cancelOrder 202': worked('assign', 'accept'),
  simulateOrder: simulated,
  listOrderEvents: worked('assign'),
  listWebhookEndpoints: endpoint,
  getWebhookEndpoint: endpoint,
  updateWebhookEndpoint: endpoint,
  deleteWebhookEndpoint: endpoint,
  rotateWebhookSecret: endpoint,
  testWebhookEndpoint: endpoint,
  listWebhookDeliveries: delivery,
  getWebhookDelivery: delivery,
  resendWebhookDelivery: delivery,
  resendFailedWebhooks: endpoint,
};

/** The same of the operators' document. */
export const STAFF_STATES: States = {
  getSession: session,
  signIn,
  signOut: session,
  setFirstPassword: welcome,
  listOrders: worked('assign'),
  getOrder: worked('assign'),
  getOrderCustoms: placedAbroad,
  listReleaseGroups: releasable,
  listReleasableOrders: releasable,
  countReleasableOrders: releasable,
  releaseBatch: releasable,
  listBatches: released,
  getBatch: released,
  getBatchProgress: released,
  listBatchPieces: released,
  listBinContents: bins,
  getFloorCounts: bins,
  listPieceEvents: released,
  listOrderPieces: released,
  getPiece: pieceInHand,
  scan: pieceInHand,
  stopOrderOfPiece: pieceInHand,
  findPieces: pieceInHand,
  reportShort: released,
  getPiecePicture: pictured,
  getPieceFile: pictured,
  getParcelPicture: picturedParcel,
  listProblems: waitingParcel,
  countProblems: waitingParcel,
  printBatchPapers: released,
  listBatchPapers: papersAsked,
  readBatchPaper: asBytes(released),
  readTicket: asBytes(released),
  printTicket: released,
  readCommandSheet: asBytes(bins),
  readBinLabels: asBytes(bins),
  readScannerTest: asBytes(bins),
  readBadge: asBytes(badged),
  reprintParcelPapers: waitingParcel,
  getParcel: waitingParcel,
  printParcelLabel: waitingParcel,
  shipParcel: waitingParcel,
  listBins: bins,
  listHandOverCarriers: packed,
  listWaitingParcels: packed,
  openHandOver: handedOver,
  listHandOvers: handedOver,
  getHandOver: handedOver,
  listHandedOverParcels: handedOver,
  closeHandOver: handedOver,
  removeHandedOverParcel: parcelOnList,
  exportProductionReport: asBytes(async () => {}),
  readHandOverPaper: asBytes(handedToDriver),
  exportHandOverCustoms: asBytes(handedToDriver),
  printHandOver: handOverPrinted,
  bookReturn: packed,
  listReturns: cameBack,
  findReturnable: partlyShipped,
  listPrinters: printing('raw'),
  getPrinter: printing('raw'),
  changePrinter: printing('raw', 'none'),
  deletePrinter: printing('raw', 'none'),
  testPrinter: printing('raw', 'none'),
  listPrintJobs: printing('raw'),
  getPrintJob: printing('raw'),
  getPrintJobDocument: printedDocument,
  takePrintJob: printing('browser'),
  confirmPrintJob: printing('browser', 'take'),
  retryPrintJob: doubtfulPrint,
  cancelPrintJob: printing('raw'),
  reprint: printing('browser', 'take', 'confirm'),
  getOrderFile: fileRead,
  getOrderFileThumbnail: fileRead,
  listOrderFiles: fileKept,
  downloadOrderFiles: fileRead,
  downloadFilesOfOrders: fileRead,
  acceptOrder: worked('assign'),
  shipOrder: worked('assign', 'accept'),
  failOrder: worked('assign'),
  reopenOrder: worked('assign', ERROR),
  retryOrder: worked('assign', ERROR),
  eraseOrder: worked('cancel'),
  cancelOrder: placed,
  acceptCancellation: worked('assign', 'accept', 'wish'),
  rejectCancellation: worked('assign', 'accept', 'wish'),
  holdOrder: worked('assign'),
  releaseOrder: worked('assign', 'hold'),
  preferOrder: placed,
  unpreferOrder: worked('prefer'),
  correctTracking: worked('assign', 'accept', SHIPMENT),
  listOrderNotes: note,
  addOrderNote: placed,
  correctOrderNote: note,
  deleteOrderNote: note,
  listArticleNotes: articleNote,
  correctArticleNote: articleNote,
  deleteArticleNote: articleNote,
  countOrders: worked(ERROR),
  listOrderEvents: worked('assign'),
  bulkAccept: worked('assign'),
  bulkCancel: placed,
  bulkRetry: worked(ERROR),
  bulkHold: worked('assign'),
  bulkRelease: worked('assign', 'hold'),
  bulkPrefer: placed,
  bulkUnprefer: worked('prefer'),
  bulkShip: worked('assign', 'accept'),
  listStockMovements: worked('assign'),
  listOperators: account,
  getOperator: account,
  changeOperator: account,
  resetOperator: account,
  listOperatorSessions: othersSession,
  endOperatorSessions: othersSession,
  endOperatorSession: othersSession,
  revokeSecret: secret,
  giveBadge: account,
  takeBadge: account,
  givePin: account,
  takePin: account,
  listStations: othersStation,
  getStation: othersStation,
  changeStation: othersStation,
  listStationSessions: othersStation,
  endStationSession: othersStation,
  openStation: ownStation,
  getStationSession: station,
  closeStation: station,
  signOnByBadge: station,
  signOnByPin: station,
  stayAtStation: station,
  signOff: station,
  changeMe: session,
  changePassword: session,
  listMySessions: session,
  endMyOtherSessions: session,
  endMySession: session,
  listStaffWebhookEndpoints: endpoint,
  getStaffWebhookEndpoint: endpoint,
  enableWebhookEndpoint: endpoint,
  disableWebhookEndpoint: endpoint,
  resendFailedOfEndpoint: endpoint,
  listStaffWebhookDeliveries: delivery,
  getStaffWebhookDelivery: delivery,
  resendStaffWebhookDelivery: delivery,
  skipWebhookDelivery: delivery,
  listAudit: audited,
};
