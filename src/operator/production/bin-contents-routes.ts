import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { scanCodeOf } from '../../codes/scan-codes.ts';
import { withRetry } from '../../database/transaction.ts';
import { readAnswers, Timestamp } from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { PIECE_STATES } from '../../production/piece-states.ts';
import { BIN_STATES, binStateOf } from '../../production/scan/bin-contents-rules.ts';
import { countBins, listBinContents } from '../../production/scan/bin-contents-store.ts';
import { CLIENT_ID, oneOf } from '../fields/operator-schemas.ts';

const BinContentSchema = Type.Object(
  {
    bin: Type.Integer({ description: 'Its number.' }),
    code: Type.String({ description: 'As it is scanned: K and four digits.' }),
    state: oneOf(
      BIN_STATES,
      'COMPLETE: all is there, and it can be packed. WAITING: pieces are still to come. STOPPED: the order is in error, on hold, or asked to be cancelled. CANCELLED, SHIPPED: nothing happens to the order any more, so empty it.',
    ),
    clientId: Type.String({ description: 'Client of the order that has it.', examples: [CLIENT_ID] }),
    clientName: Type.String({ description: 'Its name.' }),
    orderId: Type.String({ description: 'The order.' }),
    taken: Timestamp('Since when.'),
    pieces: Type.Integer({ description: 'Pieces of the order that count.' }),
    checked: Type.Integer({ description: 'Those that are checked, and lie in it.' }),
    packed: Type.Integer({ description: 'Those that are in parcels already.' }),
    missing: Type.Array(
      Type.Object(
        {
          code: Type.String({ description: 'Of the piece.' }),
          state: oneOf(PIECE_STATES, 'What has become of it.'),
          attempt: Type.Integer({ description: '0: the first. 1: its successor R1, and so on.' }),
          sku: Type.String({ description: 'The blank.' }),
          technology: Type.String({ description: 'Of its first step.' }),
        },
        { title: 'MissingPiece', description: 'A piece that is still to come.' },
      ),
      { description: 'Pieces that are still to come, the first ten.' },
    ),
  },
  { title: 'BinContent', description: 'What lies in a bin, and what it waits for.' },
);
const BinContentsSchema = Type.Object(
  {
    bins: Type.Integer({ description: 'How many bins there are.' }),
    contents: Type.Array(BinContentSchema, { description: 'Those that are taken, by their numbers.' }),
  },
  { title: 'BinContents', description: 'Which orders lie where.', examples: [{ bins: 1, contents: [] }] },
);

export interface BinContentsRouteOptions {
  production: { pool: Pool };
}

const getContents = route({
  schema: {
    tags: ['Production'],
    operationId: 'listBinContents',
    summary: 'Read what lies in the bins',
    description: 'Which orders lie where, since when, and what blocks a bin.',
    response: readAnswers('The bins that are taken.', BinContentsSchema),
  },
  handler: async ({ production: { pool } }: BinContentsRouteOptions, request, reply) => {
    const [bins, found] = await Promise.all([
      withRetry(() => countBins(pool)),
      withRetry(() => listBinContents(pool)),
    ]);
    const contents = found.map(({ status, cancellation, reasonCode, ...one }) => ({
      ...one,
      code: scanCodeOf('bin', one.bin),
      state: binStateOf({ ...one, status, cancellation, reasonCode }),
    }));
    return sendJson(request, reply, JSON.stringify({ bins, contents }));
  },
});

/** What lies in the bins, for the office. */
export async function binContentsRoutes(
  app: FastifyInstance,
  options: BinContentsRouteOptions,
): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/bins/contents', getContents, { verb: 'production.read' }],
  ]);
}
