import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { invalidRequest } from '../../../platform/errors/errors.ts';
import {
  changeAnswers,
  integerField,
  integerFrom,
  integerIn,
  oneOf,
  readAnswers,
  stringField,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { listPickLines, type PickLine, savePick } from '../../../production/pick-store.ts';
import { ON_HAND_MAX } from '../../../stock/stock-change-rules.ts';
import { CODE_LENGTH_MAX, strictObject, text } from '../fields/operator-schemas.ts';
import { readBatch, type StaffContext, withoutNulls } from '../fields/staff-requests.ts';
import { placeFields } from '../stock/stock-schemas.ts';
import { BatchParams } from './batch-schemas.ts';

type PickContext = StaffContext & { config: Pick<Config, 'IMAGE_BASE_URL'> };

const route = routeUnder<PickContext>('Production');
const PICKS = '/operator/v1/batches/:batchId/picks';

const pickKind = oneOf(
  ['ARTICLE', 'PRODUCT'],
  'ARTICLE: a blank, by its SKU. PRODUCT: a product variant, by its EAN-13.',
  'ARTICLE',
);
const pickCode = text(CODE_LENGTH_MAX, 'SKU or EAN-13.', 'ST-CREATOR-BLK-M');
const PICK_LINE = {
  ...{ kind: 'ARTICLE', code: 'ST-CREATOR-BLK-M', title: 'Creator Tee', color: 'Black', size: 'M' },
  ...{ place: 'A-12-3', reserves: [], needed: 2, picked: 0, left: 2, onHand: 10_000 },
  pictureUrl: 'http://localhost:8080/images/st-creator/front.png',
};
const PickLineSchema = titledObject(
  'PickLine',
  'Pieces of a variant to take from the shelves for a batch.',
  {
    kind: pickKind,
    code: pickCode,
    title: stringField('Title of the article, or name of the product variant.'),
    color: stringField('Colour of the variant.'),
    size: stringField('Size of the variant.'),
    ...placeFields,
    needed: integerField('Pieces that are not made yet.'),
    picked: integerField('Pieces taken so far, with those that are made.'),
    left: integerFrom(0, 'Pieces that are still to be taken.'),
    onHand: integerField('Pieces in stock.'),
    pictureUrl: Type.Optional(stringField('Complete address of the first picture of its article or product.')),
  },
  PICK_LINE,
);

function showLine(line: PickLine, { IMAGE_BASE_URL }: PickContext['config']) {
  const { kind, sku, title, color, size, place, reserves, needed, picked, total, picture, onShelf: onHand } = line;
  const pictureUrl = picture && URL.parse(picture, IMAGE_BASE_URL)?.href;
  // Rejected pieces need another blank, which `total` counts.
  const left = Math.max(0, Math.min(needed, total - picked));
  return {
    ...withoutNulls({ kind, code: sku, title, color, size, place, reserves }),
    ...{ needed, picked, left, onHand },
    ...(pictureUrl && { pictureUrl }),
  };
}

const getPicks = route({
  operationId: 'listPicks',
  summary: 'List the goods to pick for a batch',
  description: 'Lists blanks and products as a route: sorted by main place, those without a place last.',
  params: BatchParams,
  response: readAnswers('The goods.', Type.Array(PickLineSchema), 'batch_not_found'),
  handler: async ({ config, pool }, request, reply) => {
    const { batchId } = await readBatch(pool, request.params.batchId);
    const lines = await withRetry(() => listPickLines(pool, batchId));
    const goods = lines.filter(({ kind }) => kind !== 'MATERIAL').map((line) => showLine(line, config));
    return sendJson(request, reply, goods);
  },
});

const PickRequest = strictObject(
  'PickRequest',
  'Pieces that were taken.',
  {
    kind: pickKind,
    code: pickCode,
    picked: integerIn(
      0,
      ON_HAND_MAX,
      'All pieces taken for the batch so far, so that a repeated request counts once.',
      2,
    ),
  },
  { kind: 'ARTICLE', code: 'ST-CREATOR-BLK-M', picked: 2 },
);

const putPick = route({
  operationId: 'recordPick',
  summary: 'Record pieces that were picked',
  description:
    'Replaces the number of pieces that were taken from the shelves for the batch. Stock does not change. Report missing blanks with reportShort.',
  params: BatchParams,
  body: PickRequest,
  response: changeAnswers('The line.', PickLineSchema, 'batch_not_found'),
  handler: async ({ config, pool, clock }, { params, body, caller }) => {
    const { batchId } = await readBatch(pool, params.batchId);
    const line = (await withRetry(() => listPickLines(pool, batchId))).find(
      ({ kind, sku }) => kind === body.kind && sku === body.code,
    );
    if (!line) throw unknownLine(body.code);
    if (body.picked > line.total) throw tooMany(line.total);
    const doing = { by: actorOf(caller), now: clock() };
    await withRetry(() => savePick(pool, { batchId, ...body }, doing));
    return showLine({ ...line, picked: body.picked }, config);
  },
});

function unknownLine(code: string) {
  const message = `The batch has no pieces of ${code} left to make.`;
  return invalidRequest([{ pointer: '/code', code: 'unknown_code', message }]);
}

function tooMany(total: number) {
  const message = `The batch needs ${total} pieces of it.`;
  return invalidRequest([{ pointer: '/picked', code: 'too_large', message }]);
}

export const pickRoutes = routeTable<PickContext>([
  ['GET', PICKS, getPicks, { verb: 'floor.read' }],
  ['PUT', PICKS, putPick, { verb: 'production.work' }],
]);
