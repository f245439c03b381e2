import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { type CustomsKind, findCustoms } from '../../../catalog/catalog-store.ts';
import { readStoredEan13, saveCustoms } from '../../../catalog/variant-data.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { ApiError, type ErrorName, type Violation } from '../../../platform/errors/errors.ts';
import { ifMatchAnswers, readAnswers, titledObject, withExample } from '../../../platform/http/api-document.ts';
import { ifMatchHeader, mayReplaceText, sendJson } from '../../../platform/http/etag.ts';
import { registerRoutes, routeUnder } from '../../../platform/http/route-table.ts';
import {
  type CustomsData,
  hsCodeFault,
  knownCustoms,
  originCountry,
  originFault,
} from '../../../shipping/customs-rules.ts';
import { CODE_LENGTH_MAX, strictObject, text } from '../fields/operator-schemas.ts';
import { blankFaults, type StaffContext } from '../fields/staff-requests.ts';
import { CUSTOMS_EXAMPLE, customsFields } from './staff-catalog-schemas.ts';

const route = routeUnder<StaffContext>('Catalogue');
const READ = { verb: 'catalog.read' } as const;
const CHANGE = { verb: 'catalog.change' } as const;

interface CustomsOwner {
  name: string;
  noun: string;
  scope: string;
  absent: [error: ErrorName, message: string];
  example: string;
  stored: CustomsData;
}

const OWNERS: Readonly<Record<CustomsKind, CustomsOwner>> = {
  article: {
    name: 'Article',
    noun: 'an article',
    scope: 'The customs data applies to the variants of the article without their own.',
    absent: ['article_not_found', 'There is no article with this manufacturerCode.'],
    example: 'ST-CREATOR',
    stored: CUSTOMS_EXAMPLE,
  },
  articleVariant: {
    name: 'ArticleVariant',
    noun: 'an article variant',
    scope: 'Each field of the variant replaces that of the article.',
    absent: ['article_variant_not_found', 'There is no article variant with this SKU.'],
    example: 'ST-CREATOR-BLK-M',
    stored: {},
  },
  product: {
    name: 'Product',
    noun: 'a product',
    scope: 'The customs data applies to the variants of the product without their own.',
    absent: ['product_not_found', 'There is no product with this productId.'],
    example: 'P-100',
    stored: CUSTOMS_EXAMPLE,
  },
  productVariant: {
    name: 'ProductVariant',
    noun: 'a product variant',
    scope: 'Each field of the variant replaces that of the product.',
    absent: ['product_variant_not_found', 'There is no product variant with this EAN-13.'],
    example: '4006381333931',
    stored: {},
  },
};

const CustomsSchema = titledObject(
  'CustomsData',
  'The customs data of one piece. Unknown fields are absent.',
  customsFields,
  CUSTOMS_EXAMPLE,
);
const CustomsRequest = {
  ...strictObject('CustomsRequest', 'The customs data. Absent fields are removed.', customsFields),
  examples: [CUSTOMS_EXAMPLE],
};

const readRoute = (kind: CustomsKind, parameter: string) =>
  route({
    operationId: `get${OWNERS[kind].name}Customs`,
    summary: `Read the customs data of ${OWNERS[kind].noun}`,
    description: `${OWNERS[kind].scope} The answer has an ETag for \`If-Match\`.`,
    params: paramsOf(kind, parameter),
    response: withExample(OWNERS[kind].stored, readAnswers('The customs data.', CustomsSchema, OWNERS[kind].absent[0])),
    handler: async ({ pool }, request, reply) => {
      const code = await findCode(pool, kind, request.params, parameter);
      const stored = await withRetry(() => findCustoms(pool, kind, code));
      if (!stored) throw new ApiError(...OWNERS[kind].absent);
      return sendJson(request, reply, knownCustoms(stored));
    },
  });

const saveRoute = (kind: CustomsKind, parameter: string) =>
  route({
    config: { moreFaults: ({ body }) => customsFaults(Object(body)) },
    operationId: `save${OWNERS[kind].name}Customs`,
    summary: `Replace the customs data of ${OWNERS[kind].noun}`,
    description: `${OWNERS[kind].scope} Absent fields are removed. Idempotent: sending it again changes nothing. With \`If-Match\`, it is changed only if it still has that ETag.`,
    params: paramsOf(kind, parameter),
    headers: Type.Object(ifMatchHeader),
    body: CustomsRequest,
    response: ifMatchAnswers('The customs data as it is now.', CustomsSchema, OWNERS[kind].absent[0]),
    handler: async ({ pool, clock }, request, reply) => {
      const code = await findCode(pool, kind, request.params, parameter);
      const { countryOfOrigin, ...rest } = request.body as CustomsData;
      const customs = knownCustoms({
        ...rest,
        countryOfOrigin: countryOfOrigin === undefined ? undefined : originCountry(countryOfOrigin),
      });
      const doing = { by: actorOf(request.caller), now: clock() };
      const mayChange = (before: CustomsData) => mayReplaceText(request, JSON.stringify(before));
      const isFound = await saveCustoms(pool, { kind, code }, customs, doing, mayChange);
      if (!isFound) throw new ApiError(...OWNERS[kind].absent);
      return sendJson(request, reply, customs);
    },
  });

/** Returns violations beyond the schema: unknown tariff numbers and countries. */
function customsFaults(body: Record<string, unknown>): Violation[] {
  const { hsCode, countryOfOrigin, customsDescription } = body;
  const faults = blankFaults({ '/customsDescription': customsDescription });
  const faultOfCode = typeof hsCode === 'string' ? hsCodeFault(hsCode) : undefined;
  if (faultOfCode !== undefined) faults.push({ pointer: '/hsCode', code: 'invalid', message: faultOfCode });
  if (typeof countryOfOrigin === 'string' && originCountry(countryOfOrigin) === undefined) {
    const message = originFault(countryOfOrigin);
    faults.push({ pointer: '/countryOfOrigin', code: 'unknown_country', message });
  }
  return faults;
}

function paramsOf(kind: CustomsKind, parameter: string) {
  const { example } = OWNERS[kind];
  return Type.Object({ [parameter]: text(CODE_LENGTH_MAX, 'Identifier, percent-encoded.', example) });
}

/** Returns the identifier in the path, of a product variant in the form of the catalogue. */
async function findCode(pool: Pool, kind: CustomsKind, params: unknown, parameter: string): Promise<string> {
  const code = (params as Record<string, string>)[parameter] ?? '';
  if (kind !== 'productVariant') return code;
  return (await withRetry(() => readStoredEan13(pool, code))) ?? code;
}

export async function customsRoutes(app: FastifyInstance, options: StaffContext): Promise<void> {
  const [articles, articleVariants] = ['/operator/v1/articles', '/operator/v1/article-variants'];
  const [products, productVariants] = ['/operator/v1/products', '/operator/v1/product-variants'];
  registerRoutes(app, options, [
    ['GET', `${articles}/:manufacturerCode/customs`, readRoute('article', 'manufacturerCode'), READ],
    ['PUT', `${articles}/:manufacturerCode/customs`, saveRoute('article', 'manufacturerCode'), CHANGE],
    ['GET', `${articleVariants}/:sku/customs`, readRoute('articleVariant', 'sku'), READ],
    ['PUT', `${articleVariants}/:sku/customs`, saveRoute('articleVariant', 'sku'), CHANGE],
    ['GET', `${products}/:productId/customs`, readRoute('product', 'productId'), READ],
    ['PUT', `${products}/:productId/customs`, saveRoute('product', 'productId'), CHANGE],
    ['GET', `${productVariants}/:ean13/customs`, readRoute('productVariant', 'ean13'), READ],
    ['PUT', `${productVariants}/:ean13/customs`, saveRoute('productVariant', 'ean13'), CHANGE],
  ]);
}
