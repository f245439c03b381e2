import type { DemoShop } from '../demo-shops.ts';
import { type PaperLine, paperBoxes, paperPdf, paperPng } from './draw-paper.ts';
import type { DemoOrder } from './order-story.ts';

type TextSize = Extract<PaperLine, { text: string }>['size'];

const line = (text: string, size: TextSize): PaperLine => ({ text, size });

/** The label of its own carrier that the shop brings. */
export function labelOf(shop: DemoShop, order: DemoOrder): Buffer | undefined {
  const { label } = order;
  if (!label) return undefined;
  if (label.type === 'zpl') return Buffer.from(zplLabel(shop, order, label.trackingNumber));
  const boxes = paperBoxes(labelLines(shop, order, label.trackingNumber));
  return label.type === 'pdf' ? paperPdf(boxes) : paperPng(boxes);
}

/** The packing slip that the shop brings, with its own words for what is in the parcel. */
export function slipOf({ name }: DemoShop, { orderId, items, to }: DemoOrder): Buffer {
  const lines = items.map(({ quantity, existingProduct, customProduct }): PaperLine => {
    const code = existingProduct?.ean13 ?? customProduct?.sku ?? '';
    return line(`${String(quantity).padStart(3)} x ${code}`, 3);
  });
  return paperPdf(
    paperBoxes([
      line(name, 6),
      'rule',
      line(`Packing slip ${orderId}`, 4),
      line(' ', 2),
      ...recipientLines(to, 3),
      'rule',
      ...lines,
      'rule',
      line('Thank you for your order.', 3),
    ]),
  );
}

function labelLines(shop: DemoShop, { orderId, to }: DemoOrder, trackingNumber: string): PaperLine[] {
  return [
    line(carrierOf(trackingNumber), 6),
    'rule',
    line(`From ${shop.name}`, 2),
    line(`Reference ${orderId}`, 2),
    line(' ', 4),
    ...recipientLines(to, 4),
    line(' ', 4),
    'rule',
    line(' ', 2),
    { code: trackingNumber },
    line(trackingNumber, 4),
  ];
}

function recipientLines(to: DemoOrder['to'], size: 3 | 4): PaperLine[] {
  const { personName, company, street, postalCode, city, country } = to;
  const lines = [company, personName, street, `${postalCode} ${city}`, country];
  return lines.filter((text) => text !== undefined).map((text) => line(text, size));
}

/** ^CI28: the text is UTF-8. */
function zplLabel(shop: DemoShop, { orderId, to }: DemoOrder, trackingNumber: string): string {
  const { personName, company, street, postalCode, city, country } = to;
  const address = [company, personName, street, `${postalCode} ${city}`, country].filter(
    (line) => line !== undefined,
  );
  return [
    '^XA',
    '^CI28',
    '^PW812',
    '^LL1218',
    `^FO40,40^A0N,60,60^FD${carrierOf(trackingNumber)}^FS`,
    '^FO40,120^GB732,4,4^FS',
    `^FO40,140^A0N,28,28^FDFrom ${shop.name}^FS`,
    `^FO40,175^A0N,28,28^FDReference ${orderId}^FS`,
    ...address.map((line, index) => `^FO40,${260 + index * 56}^A0N,46,46^FD${line}^FS`),
    '^FO40,580^GB732,4,4^FS',
    `^FO40,620^BY3^BCN,200,Y,N,N^FD${trackingNumber}^FS`,
    '^XZ',
    '',
  ].join('\n');
}

/** DHL's parcels have twenty digits. */
function carrierOf(trackingNumber: string): string {
  return trackingNumber.length === 20 ? 'DHL Paket' : 'DPD Classic';
}
