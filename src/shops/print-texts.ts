import type { Pool } from 'pg';
import type { OrderRequest, PlatenClient } from '../../client/dist/platen-client.js';
import type { PrintText } from '../../connectors/mapping.ts';
import { ShopRefused } from '../../connectors/shop.ts';
import { readPrintSettings } from '../catalog/printing/read-print-settings.ts';
import { problemMessage } from '../platform/errors/problem-messages.ts';
import { drawText, type TextArea, TextProblem, type TextStyle } from './draw-text.ts';

type Texts = { drawText?: PrintText & { value: string }; dataUrl: string; location: string };

/**
 * Draws the texts of an order's prints, and uploads them as files of the client. Returns the order with their
 * addresses. Repeating it gives the same addresses. Throws ShopRefused for a text that cannot be printed.
 */
export async function drawTextsOf(
  { pool, clientId, platen }: { pool: Pool; clientId: string; platen: Pick<PlatenClient, 'files'> },
  order: OrderRequest,
): Promise<OrderRequest> {
  const printsOf = (item: OrderRequest['items'][number]) => (item.customProduct?.prints ?? []) as Texts[];
  const drawn = order.items.filter((item) => printsOf(item).some((print) => print.drawText));
  if (drawn.length === 0) return order;
  const areas = await readPrintSettings(
    pool,
    clientId,
    drawn.map(({ customProduct }) => customProduct?.sku ?? ''),
  );
  const draw = async ({ drawText: text, ...print }: Texts, sku: string, item: string) => {
    if (!text) return print;
    try {
      const file = await drawText(text.value, text as TextStyle, areaAt(areas, sku, print.location));
      return { ...print, dataUrl: (await platen.files.upload(file)).url };
    } catch (error) {
      if (!(error instanceof TextProblem)) throw error;
      throw new ShopRefused(problemMessage('shop_text_not_printable', { item, problem: error.message }));
    }
  };
  const items: OrderRequest['items'] = [];
  for (const item of order.items) {
    const { customProduct } = item;
    const prints = [];
    for (const print of printsOf(item)) prints.push(await draw(print, customProduct?.sku ?? '', item.id ?? ''));
    items.push(prints.length > 0 ? ({ ...item, customProduct: { ...customProduct, prints } } as typeof item) : item);
  }
  return { ...order, items };
}

/** Returns the print area at a location of a blank. Throws TextProblem without one. */
export function areaAt(
  { areaOf }: Pick<Awaited<ReturnType<typeof readPrintSettings>>, 'areaOf'>,
  sku: string,
  location: string,
): TextArea {
  const area = areaOf(sku, location);
  if (!area) throw new TextProblem('text_area_unknown', { sku, location });
  return area;
}
