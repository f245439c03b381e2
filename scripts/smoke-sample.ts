type Body = Record<string, unknown>;

/** Returns the catalogue and the order of a walk. Its names contain `run`, so that walks do not interfere. */
export function makeSample(run: string, dataUrl: string) {
  const sku = `SMOKE-${run}`;
  const ean13 = `2${String(Number.parseInt(run, 16)).padStart(12, '0')}`;
  const allowedLocations = [{ location: 'FRONT', printTechnologies: ['DTG'] }];
  const stock = { color: 'Black', size: 'M', stockLevelQuantity: 100 };
  const blank = { sku, ...stock, allowedLocations, isAllowedOnLocations: [] };
  const product = (quantity: number): Body => ({ quantity, unitPrice: 24.9, existingProduct: { ean13 } });
  return {
    sku,
    ean13,
    catalog: {
      articles: [{ manufacturerCode: `A-${run}`, title: 'Smoke Blank', type: 'BLANK', variants: [blank] }],
      products: [
        {
          productId: `P-${run}`,
          name: 'Smoke Tee',
          previewImageUrls: [],
          variants: [{ ean13, name: 'Smoke Tee', ...stock }],
        },
      ],
      carriers: [{ carrierId: 'smoke', name: 'Smoke' }],
    },
    product,
    custom(quantity: number): Body {
      const print = { dataUrl, location: 'FRONT', technology: 'DTG' };
      return { quantity, unitPrice: 31.5, customProduct: { sku, prints: [print] } };
    },
    order(orderId: string, items: Body[] = [product(1)]): Body {
      const address = {
        personName: 'Ada Lovelace',
        street: 'Musterstraße 1',
        postalCode: '10115',
        city: 'Berlin',
        country: 'DE',
      };
      return { orderId, items, shipping: { address }, unitPriceCurrency: 'EUR' };
    },
  };
}
