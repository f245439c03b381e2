import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Printout } from '../../../papers/paper-press.ts';
import { answer, rateLimitHeaders } from '../../../platform/http/api-document.ts';
import { OpenDownloads } from '../orders/order-file-answers.ts';

const downloads = new OpenDownloads(
  { perOperator: 2, all: 6 },
  'Too many documents are being drawn; wait until one is done.',
);

export const pdfAnswer = {
  ...answer('The document.', Type.String(), {
    'Content-Disposition': { schema: Type.String(), description: 'Its name; browsers show it.' },
    ...rateLimitHeaders,
  }),
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
};

/** Sends a document while it is drawn. The drawing ends when the reader disconnects. Throws `rate_limited`. */
export async function sendPdf(
  reply: FastifyReply,
  callerId: string,
  name: string,
  draw: () => Promise<Printout>,
): Promise<FastifyReply> {
  const release = downloads.take(callerId);
  try {
    const { pdf } = await draw();
    pdf.once('close', release);
    // Until the first bytes are there, the request can still be answered with a timeout.
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
