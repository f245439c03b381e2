import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../../errors.ts';
import { answer, rateLimitHeaders } from '../../http/api-document.ts';
import type { Printout } from '../../papers/paper-press.ts';

/** Documents that one caller reads at once, and all of them together. */
const PER_CALLER_MAX = 2;
const ALL_MAX = 6;
const RETRY_AFTER_SECONDS = '10';

const underWay = new Map<string, number>();

export const pdfAnswer = {
  ...answer('The document.', Type.String(), {
    'Content-Disposition': { schema: Type.String(), description: 'Its name; browsers show it.' },
    ...rateLimitHeaders,
  }),
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
};

/** Answers a document as it is drawn; whoever goes away ends the drawing. Throws `rate_limited`. */
export async function sendPdf(
  reply: FastifyReply,
  callerId: string,
  name: string,
  draw: () => Promise<Printout>,
): Promise<FastifyReply> {
  const own = underWay.get(callerId) ?? 0;
  const all = underWay.values().reduce((sum, count) => sum + count, 0);
  if (own >= PER_CALLER_MAX || all >= ALL_MAX) {
    const message = 'Too many documents are being drawn; wait until one is done.';
    throw new ApiError('rate_limited', message, { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
  }
  underWay.set(callerId, own + 1);
  const release = () => {
    const count = (underWay.get(callerId) ?? 1) - 1;
    if (count > 0) underWay.set(callerId, count);
    else underWay.delete(callerId);
  };
  try {
    const { pdf } = await draw();
    pdf.once('close', release);
    // Until it has begun, the request can still be told that it takes too long.
    await once(pdf, 'readable');
    if (reply.sent) {
      pdf.destroy();
      return reply;
    }
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(pdf);
  } catch (error) {
    release();
    throw error;
  }
}
