import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import { withRetry } from '../../database/transaction.ts';
import { ApiError } from '../../errors.ts';
import { readAnswers, Timestamp } from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { batchNotFound } from '../../http/not-found-errors.ts';
import { cursorParameters, cutPage, decodeCursor } from '../../http/paging.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { mayDo, type Role } from '../../people/role-rules.ts';
import { type FoundPiece, findOpenPieces } from '../../production/open-pieces-store.ts';
import { CODE_LENGTH_MAX, oneOf, text } from '../fields/operator-schemas.ts';
import { batchIdOf } from './batch-schemas.ts';
import { PIECE_IN_HAND, PieceInHandSchema, picturesOf } from './piece-schemas.ts';
import type { ShowingContext } from './shown-scan.ts';

const PIECES = '/operator/v1/pieces';
const LIMIT_DEFAULT = 50;
const HOUR_MS = 3_600_000;
/** The role floor has to name at least one of these. */
const FEATURES = ['sku', 'manufacturerCode', 'color', 'size', 'batchId'] as const;
const OPEN_STATES = ['TO_MAKE', 'MADE', 'CHECKED'] as const;

export interface PieceSearchOptions {
  config: Pick<Config, 'BASE_URL'>;
  production: ShowingContext;
}

const SearchQuery = Type.Object({
  ...cursorParameters(LIMIT_DEFAULT),
  sku: Type.Optional(text(CODE_LENGTH_MAX, 'Of the blank.')),
  manufacturerCode: Type.Optional(text(CODE_LENGTH_MAX, 'Of the article.', 'ST-CREATOR')),
  color: Type.Optional(text(CODE_LENGTH_MAX, 'Colour of the blank; case does not count.', 'black')),
  size: Type.Optional(text(CODE_LENGTH_MAX, 'Size of the blank; case does not count.', 'M')),
  technology: Type.Optional(text(CODE_LENGTH_MAX, 'Of the first step.')),
  state: Type.Optional(oneOf(OPEN_STATES, 'How far it is.', 'TO_MAKE')),
  batchId: Type.Optional(text(CODE_LENGTH_MAX, 'Number or code of its batch.')),
  hasBlank: Type.Optional(
    oneOf(['true', 'false'], 'false: those for which no blank is reserved, since the shelf had none.'),
  ),
});

const { properties: pieceFields } = PieceInHandSchema;
const {
  code,
  clientId,
  orderId,
  itemId,
  number,
  attempt,
  quantity,
  sku,
  technology,
  state,
  batchId,
  article,
  qualityControl,
  due,
} = PIECE_IN_HAND;
const FOUND = {
  code,
  clientId,
  clientName: 'Demo Shop',
  orderId,
  itemId,
  number,
  attempt,
  quantity,
  sku,
  article: { sku, title: article.title, color: article.color, size: article.size },
  technology,
  state,
  batchId,
  due,
  artwork: qualityControl,
  qualityControl,
};
const FoundPieceSchema = Type.Object(
  {
    code: pieceFields.code,
    clientId: Type.Optional(Type.String({ description: 'The client of the order. Not for the role floor.' })),
    clientName: Type.Optional(
      Type.String({ description: 'What the client is called. Not for the role floor.' }),
    ),
    orderId: Type.Optional(Type.String({ description: 'The order. Not for the role floor.' })),
    itemId: pieceFields.itemId,
    number: pieceFields.number,
    attempt: pieceFields.attempt,
    quantity: pieceFields.quantity,
    sku: pieceFields.sku,
    article: pieceFields.article,
    technology: pieceFields.technology,
    state: pieceFields.state,
    batchId: pieceFields.batchId,
    hasBlank: pieceFields.hasBlank,
    due: Timestamp('When its order should have left.'),
    artwork: pieceFields.qualityControl,
    qualityControl: pieceFields.qualityControl,
  },
  {
    title: 'FoundPiece',
    description: 'A piece on the floor, with pictures to compare it by.',
    examples: [FOUND],
  },
);

const getPieces = route({
  schema: {
    tags: ['Production'],
    operationId: 'findPieces',
    summary: 'Find a piece without its ticket',
    description:
      'Pieces of orders in production that are in no parcel, by what can be seen of them; by SKU and code. Nothing of whom they go to. The role floor must name `sku`, `manufacturerCode`, `color`, `size` or `batchId`, and gets one page without clients and orders. It gets `not_permitted` when it names none of these or sends `cursor`.',
    querystring: SearchQuery,
    response: readAnswers(
      'A page of pieces.',
      Type.Array(FoundPieceSchema),
      'not_permitted',
      'batch_not_found',
    ),
  },
  handler: async ({ config, production }: PieceSearchOptions, request, reply) => {
    const { query, caller } = request;
    const readsLists = mayDo(caller.role, 'production.read');
    if (!readsLists && (query.cursor !== undefined || FEATURES.every((name) => query[name] === undefined)))
      throw listNotPermitted(caller);
    const { limit, cursor, hasBlank, batchId: batch, ...search } = query;
    const [after] = [decodeCursor(cursor, 2)].flatMap((key) =>
      key ? [{ sku: key[0] as string, code: key[1] as string }] : [],
    );
    const ofBatch = batch === undefined ? undefined : batchIdOf(batch);
    if (batch !== undefined && ofBatch === undefined) throw batchNotFound();
    const wanted = {
      ...search,
      batchId: ofBatch,
      hasBlank: hasBlank === undefined ? undefined : hasBlank === 'true',
    };
    const found = await withRetry(() => findOpenPieces(production.pool, wanted, { after, limit: limit + 1 }));
    if (!readsLists) {
      const shown = found.slice(0, limit).map((piece) => withoutOrder(shownFound(piece, production)));
      return sendJson(request, reply, JSON.stringify(shown));
    }
    const page = cutPage(reply, found, {
      url: `${config.BASE_URL}${PIECES}`,
      query,
      keyOf: (piece) => [piece.sku, piece.code],
    });
    return sendJson(request, reply, JSON.stringify(page.map((piece) => shownFound(piece, production))));
  },
});

function listNotPermitted({ role }: { role: Role | null }): ApiError {
  const message = `The role "${role}" reads one page of pieces, by at least one of these: ${FEATURES.join(', ')}.`;
  return new ApiError('not_permitted', message);
}

function withoutOrder({ clientId, clientName, orderId, ...piece }: ReturnType<typeof shownFound>) {
  return piece;
}

function shownFound(piece: FoundPiece, { dueHours }: ShowingContext) {
  const { title, color, size, batchId, hasBlank, ordered, artwork, qualityControl, ...rest } = piece;
  const at = `${PIECES}/${piece.code}`;
  return {
    ...rest,
    ...(title !== null && { article: { sku: piece.sku, title, color: color ?? '', size: size ?? '' } }),
    ...(batchId !== null && { batchId }),
    ...(!hasBlank && { hasBlank }),
    due: new Date(ordered.getTime() + dueHours * HOUR_MS),
    ...(artwork !== null && { artwork: picturesOf(at, { sha256: artwork }) }),
    ...(qualityControl !== null && { qualityControl: picturesOf(at, { sha256: qualityControl }) }),
  };
}

/** GET /operator/v1/pieces: those on the floor, by what can be seen of them. */
export async function pieceSearchRoutes(app: FastifyInstance, options: PieceSearchOptions): Promise<void> {
  registerRoutes(app, options, [['GET', PIECES, getPieces, { verb: 'production.work' }]]);
}
