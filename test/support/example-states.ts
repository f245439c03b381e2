import assert from 'node:assert/strict';
import { takeInOrders } from '../../src/orders/intake/intake-orders.ts';
import { newIntakeContext } from '../../src/orders/test-support/intake-context.ts';
import { openBlobs } from '../../src/platform/files/open-blobs.ts';
import { startFileServer } from '../../src/platform/files/test-support/file-server.ts';
import { makePdf } from '../../src/platform/files/test-support/sample-files.ts';
import { asBytes, type Scene, type States, sendAsBytes } from './example-scene.ts';
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
import { assign } from './operator.ts';
import {
  doubtfulPrint,
  handOverPrinted,
  papersAsked,
  pictured,
  picturedParcel,
  printedDocument,
  printing,
} from './paper-states.ts';
import {
  account,
  badged,
  othersSession,
  othersStation,
  ownStation,
  secret,
  session,
  signIn,
  station,
  welcome,
} from './people-states.ts';

const ORDER = '/orders/{clientId}/SHOP-10001';

async function placed({ server, token, order }: Scene): Promise<void> {
  const answer = await server.send('/v1/orders', { token, body: order });
  assert.equal(answer.status, 200, answer.text);
}

/** Places an order for an address outside the EU. */
async function placedAbroad(scene: Scene): Promise<void> {
  const address = { personName: 'Ada', street: 'Weg 1', city: 'Bern', postalCode: '3000', country: 'CH' };
  await placed({ ...scene, order: { ...scene.order, shipping: { address } } });
}

/** Places an order and runs staff actions: `hold`, or `ship` with its body. */
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

/** The body of SimulateRequest decides how far the order must be. */
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

/** Sets an order to ERROR, which creates a delivery for its endpoint. */
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

/** Places an order whose packing slip is stored. */
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

/** The same for a binary response. It skips the check of responses, which expects JSON. */
async function fileRead(scene: Scene): Promise<void> {
  await fileKept(scene);
  sendAsBytes(scene, (await scene.server.token({ scope: 'operator' })).token);
}

async function audited(scene: Scene): Promise<void> {
  const { clientId, operator, known } = scene;
  await operator.send('POST', `/clients/${clientId}/disable`);
  Object.assign(known, { person: operator.clientId, subject: `client:${clientId}` });
}

/** Prepares the state that an example needs, by operationId. Other operations need only the scene. */
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

/** The same for the staff document. */
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
