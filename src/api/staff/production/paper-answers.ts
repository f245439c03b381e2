import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import type { Printout } from '../../../papers/paper-press.ts';
import { OpenDownloads } from '../orders/order-file-answers.ts';

const downloads = new OpenDownloads(
  { perOperator: 2, all: 6 },
  'Too many documents are being drawn. Try again when one is done.',
);

/** Streams a PDF while it is drawn. Throws `rate_limited` while the caller or the server draws too many. */
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
    // A request that times out before the first bytes can still be answered with an error.
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
