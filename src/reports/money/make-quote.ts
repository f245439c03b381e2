import { type QuoteContext, quoteOrder } from '../../packing/quote-order.ts';
import type { Violation } from '../../platform/errors/errors.ts';
import type { Config } from '../../platform/settings/config.ts';
import { priceQuote } from './price-quote.ts';

export interface MakeQuoteContext extends QuoteContext {
  config: QuoteContext['config'] & Pick<Config, 'TIME_ZONE'>;
}

/** Judges an order without storing it. Services have a postage if the client's contract shows charges. */
export async function makeQuote(
  context: MakeQuoteContext,
  caller: Parameters<typeof quoteOrder>[1],
  body: object,
  formViolations: readonly Violation[],
) {
  const { priced, ...quote } = await quoteOrder(context, caller, { orderId: 'quote', ...body }, formViolations);
  const { pool, clock, config } = context;
  const { services = [] } = quote;
  const prices =
    priced && (await priceQuote({ pool, clock, timeZone: config.TIME_ZONE }, caller.clientId, priced, services));
  return {
    ...quote,
    ...(quote.services && {
      services: services.map(({ service, carrier, days }, index) => ({
        ...{ service, carrier, days },
        postage: prices?.postage[index],
      })),
    }),
    ...(prices && { charges: prices.charges, isPriced: prices.isPriced }),
  };
}
