import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { isStorable } from '../../database/storable.ts';
import { withRetry } from '../../database/transaction.ts';
import { readAnswers } from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { orderNotFound } from '../../http/not-found-errors.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { declareOrder } from '../../orders/customs/declare-order.ts';
import { findOrderOfClient } from '../../orders/staff/staff-order-store.ts';
import { OrderKeyParams, oneOf } from '../fields/operator-schemas.ts';

const text = (description: string, example: string) => Type.String({ description, examples: [example] });
const amount = (description: string, example: number) => Type.Number({ description, examples: [example] });
const count = (description: string, example: number) => Type.Integer({ description, examples: [example] });

const CustomsLineSchema = Type.Object(
  {
    hsCode: text('Tariff number.', '610910'),
    countryOfOrigin: text('ISO 3166-1 alpha-2.', 'BD'),
    description: text('What the pieces are; several descriptions with commas between them.', 'T-shirt'),
    quantity: count('Pieces.', 3),
    netWeightGrams: count('Grams of all of them, without packaging.', 540),
    value: amount('Of all of them, with VAT, in `currency`.', 59.97),
  },
  { title: 'CustomsLine', description: 'All pieces of one tariff number and origin.' },
);
const CustomsGapSchema = Type.Object(
  {
    field: oneOf(['hsCode', 'countryOfOrigin', 'weightGrams', 'unitPrice'], 'What is missing.'),
    code: text('SKU or EAN-13 of what it is missing for.', 'ST-CREATOR-BLK-M'),
    title: text('Name of the product, or title of the article.', 'Creator Tee'),
    itemIds: Type.Array(Type.String(), { description: 'The items that name it.', examples: [['1']] }),
    message: text(
      'What is missing, as a sentence.',
      'Cannot be declared: the HS code is missing for ST-CREATOR-BLK-M (Creator Tee).',
    ),
  },
  { title: 'CustomsGap', description: 'Why something cannot be declared.' },
);
const OrderCustomsSchema = Type.Object(
  {
    need: oneOf(
      ['declared', 'none', 'unknown'],
      'declared: the destination is outside the EU zone. none: inside. unknown: the order has its own label, which alone says where it goes.',
    ),
    currency: Type.Optional(text('ISO 4217, of all values.', 'EUR')),
    lines: Type.Array(CustomsLineSchema, {
      description: 'Merged by tariff number and origin; without what has a gap.',
    }),
    tariffLines: count(
      'Different six-digit tariff numbers: what a duty for each tariff line is counted by.',
      1,
    ),
    totalNetWeightGrams: count('Grams of all lines.', 540),
    totalValue: amount('Of all lines.', 59.97),
    gaps: Type.Array(CustomsGapSchema, { description: 'Empty: it can be declared.' }),
  },
  {
    title: 'OrderCustoms',
    description: 'What customs are told of an order, by the catalogue as it is now.',
    examples: [
      {
        need: 'declared',
        currency: 'EUR',
        lines: [
          {
            hsCode: '610910',
            countryOfOrigin: 'BD',
            description: 'T-shirt, knitted, cotton',
            quantity: 2,
            netWeightGrams: 360,
            value: 49.8,
          },
        ],
        tariffLines: 1,
        totalNetWeightGrams: 360,
        totalValue: 49.8,
        gaps: [],
      },
    ],
  },
);

const getCustoms = route({
  schema: {
    tags: ['Orders'],
    operationId: 'getOrderCustoms',
    summary: 'Read what customs are told of an order',
    description:
      'Its pieces merged by tariff number and origin, and what is missing before it can be declared. Mend a gap by `saveArticleCustoms` and the like.',
    params: OrderKeyParams,
    response: readAnswers('The declaration.', OrderCustomsSchema, 'order_not_found'),
  },
  handler: async ({ pool }: { pool: Pool }, request, reply) => {
    const { clientId, orderId } = request.params;
    const found =
      isStorable(clientId) && isStorable(orderId)
        ? await withRetry(() => findOrderOfClient(pool, clientId, orderId))
        : undefined;
    if (!found) throw orderNotFound();
    const declaration = await withRetry(() => declareOrder(pool, JSON.parse(found.document)));
    return sendJson(request, reply, JSON.stringify(declaration));
  },
});

/** /operator/v1/orders/:clientId/:orderId/customs */
export async function orderCustomsRoutes(app: FastifyInstance, options: { pool: Pool }): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/orders/:clientId/:orderId/customs', getCustoms, { verb: 'orders.read' }],
  ]);
}
