import type { Pool } from 'pg';
import { Type } from 'typebox';
import { insertPrintFilesDue } from '../../../orders/change/order-change-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import { fileNotFound } from '../../../platform/errors/errors.ts';
import {
  booleanField,
  changeAnswers,
  errorAnswers,
  fileAnswer,
  integerField,
  integerFrom,
  oneOf,
  readAnswers,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { extensionOfPrint } from '../../../printing/machines/machine-templates.ts';
import { MEDIA_TYPES } from '../../../production/print-files/make-print-files.ts';
import { listPrintFiles, type PrintFile, resetPrintFiles } from '../../../production/print-files/print-file-store.ts';
import { OrderKeyParams } from '../fields/operator-schemas.ts';
import { type StaffContext, sendAttachment, withoutNulls } from '../fields/staff-requests.ts';
import { ORDER_PATH, readOrder } from './order-answers.ts';
import { type PictureContext, sendStoreError } from './order-file-answers.ts';

interface OrderPrintContext extends StaffContext, Pick<PictureContext, 'blobs'> {}

const route = routeUnder<OrderPrintContext>('Production');
const PRINTS_PATH = `${ORDER_PATH}/print-files`;
const millimeters = (description: string, example: number) =>
  Type.Optional(Type.Number({ description: `${description} in millimeters. Absent: not known.`, examples: [example] }));

const ROOT = '/operator/v1/orders/demo-shop/SHOP-10002/print-files/1/0';
const OrderPrintFileSchema = titledObject(
  'OrderPrintFile',
  'The print-ready file of one print of an item. All pieces of the item share it.',
  {
    position: integerFrom(1, 'Position of the item in the order.', 1),
    print: integerFrom(0, 'Index of the print in the item.', 0),
    itemId: stringField('Id of the item.', '1'),
    location: stringField('Location of the print.', 'REGULAR'),
    technology: stringField('Technology of the print.', 'DTG'),
    state: oneOf(['waiting', 'ready', 'failed'], 'waiting: it is made in the background. failed: see `errorCode`.'),
    version: integerField('Grows when the artwork, its area or a rule changes, from 1.'),
    kind: Type.Optional(stringField('PNG, TIFF or PDF. Absent: it is not ready.', 'PNG')),
    bytes: Type.Optional(integerField('Size of the file in bytes.', 1_048_576)),
    widthMm: millimeters('Printed width', 300),
    heightMm: millimeters('Printed height', 400),
    dpi: Type.Optional(Type.Number({ description: 'Pixels per inch. Absent: a PDF.', examples: [300] })),
    mirrored: Type.Optional(booleanField('Whether the file is mirrored.')),
    errorCode: Type.Optional(stringField('Why there is no file, such as `no_print_area`.', 'no_print_area')),
    file: Type.Optional(stringField('Path of the file. Absent: it is not ready.', ROOT)),
    picture: Type.Optional(stringField('Path of a WebP picture of the print in its area.', `${ROOT}/picture`)),
    updated: Timestamp('When the state last changed.'),
  },
  {
    ...{ position: 1, print: 0, itemId: '1', location: 'REGULAR', technology: 'DTG', state: 'ready', version: 1 },
    ...{ kind: 'PNG', bytes: 1_048_576, widthMm: 300, heightMm: 400, dpi: 300, mirrored: false, file: ROOT },
    ...{ picture: `${ROOT}/picture`, updated: '2026-01-31T12:00:00.000Z' },
  },
);
const PrintParams = Type.Object({
  ...OrderKeyParams.properties,
  position: stringField('Position of the item in the order, from 1.', '1'),
  print: stringField('Index of the print in the item, from 0.', '0'),
});

const getPrints = route({
  operationId: 'listOrderPrintFiles',
  summary: 'List the print files of an order',
  description: 'Returns a file for each print. The list is empty until the order is ASSIGNED.',
  params: OrderKeyParams,
  response: readAnswers('The files, by item and print.', Type.Array(OrderPrintFileSchema), 'order_not_found'),
  handler: async ({ pool }, request, reply) => {
    await readOrder(pool, request.params.clientId, request.params.orderId);
    const files = await withRetry(() => listPrintFiles(pool, request.params));
    return sendJson(request, reply, files.map(showPrintFile));
  },
});

function showPrintFile({ clientId, orderId, position, print, sha256, picture, ...file }: PrintFile) {
  const { inputs: _, leftMm: _left, topMm: _top, errorData: _data, ...shown } = file;
  const path = `/operator/v1/orders/${encodeURIComponent(clientId)}/${encodeURIComponent(orderId)}/print-files/${position}/${print}`;
  return {
    ...withoutNulls({ position, print, ...shown }),
    ...(sha256 !== null && { file: path }),
    ...(picture !== null && { picture: `${path}/picture` }),
  };
}

const getPrint = route({
  operationId: 'getOrderPrintFile',
  summary: 'Read a print file of an order',
  description: 'Returns the file for the machine as an attachment. 404 `not_found` while it is not ready.',
  params: PrintParams,
  response: {
    200: fileAnswer('The file.', ...Object.values(MEDIA_TYPES)),
    ...errorAnswers('order_not_found', 'not_found'),
  },
  errorHandler: sendStoreError,
  handler: async ({ pool, blobs }, { params }, reply) => {
    const { sha256, kind, location, technology } = await readPrint(pool, params);
    if (sha256 === null || kind === null) throw fileNotFound();
    const { orderId, position } = params;
    const base = [orderId, position, location, technology].join('_').replaceAll(/[^\w.-]+/g, '_');
    const name = `${base}.${extensionOfPrint(MEDIA_TYPES[kind])}`;
    return sendAttachment(reply, name, MEDIA_TYPES[kind], await blobs.read(sha256));
  },
});

const getPrintPicture = route({
  operationId: 'getOrderPrintPicture',
  summary: 'Read the picture of a print file',
  description: 'Returns a WebP picture of the print in its area, over the picture of the product if there is one.',
  params: PrintParams,
  response: { 200: fileAnswer('The picture.', 'image/webp'), ...errorAnswers('order_not_found', 'not_found') },
  errorHandler: sendStoreError,
  handler: async ({ pool, blobs }, { params }, reply) => {
    const { picture } = await readPrint(pool, params);
    if (picture === null) throw fileNotFound();
    return reply
      .header('cache-control', 'private, no-cache')
      .type('image/webp')
      .send(await blobs.read(picture));
  },
});

type PrintKey = { clientId: string; orderId: string; position: string; print: string };

async function readPrint(pool: Pool, { position, print, ...key }: PrintKey): Promise<PrintFile> {
  await readOrder(pool, key.clientId, key.orderId);
  const files = await withRetry(() => listPrintFiles(pool, key));
  const file = files.find((one) => String(one.position) === position && String(one.print) === print);
  if (!file) throw fileNotFound();
  return file;
}

const postRemake = route({
  operationId: 'remakeOrderPrintFiles',
  summary: 'Make the print files of an order again',
  description:
    'For orders in ASSIGNED and ACCEPTED. The files are made in the background. Machines get those whose content has changed. Idempotent: repeating the request makes the same files.',
  params: OrderKeyParams,
  response: changeAnswers(
    'The request.',
    titledObject(
      'PrintFilesRemade',
      'The files are made in the background.',
      { requested: booleanField('Whether the request was stored.', true) },
      { requested: true },
    ),
    'order_not_found',
  ),
  handler: async ({ pool, clock }, { params, caller }) => {
    const { clientId, orderId } = params;
    await readOrder(pool, clientId, orderId);
    const now = clock();
    await inTransaction(pool, async (connection) => {
      await resetPrintFiles(connection, params, now);
      await insertPrintFilesDue(connection, clientId, [{ orderId, updated: now }]);
      const subject = ['order', `${clientId}/${orderId}`] as const;
      await recordAudit(connection, actorOf(caller), now, { action: 'print_files.remade', subject, detail: {} });
    });
    return { requested: true };
  },
});

export const orderPrintRoutes = routeTable<OrderPrintContext>([
  ['GET', PRINTS_PATH, getPrints, { verb: 'production.read' }],
  ['GET', `${PRINTS_PATH}/:position/:print`, getPrint, { verb: 'production.read' }],
  ['GET', `${PRINTS_PATH}/:position/:print/picture`, getPrintPicture, { verb: 'production.read' }],
  ['POST', `${PRINTS_PATH}/make`, postRemake, { verb: 'production.work' }],
]);
