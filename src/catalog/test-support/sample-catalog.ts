import type { CatalogFile } from '../catalog-file.ts';
import type { LocationTechnologies } from '../catalog-schemas.ts';

/** Some 12 by 14 inches and 4 by 4, as millimeters. */
const LARGE = { widthMm: 355.6, heightMm: 406.4 };
const SMALL = { widthMm: 101.6, heightMm: 101.6 };

const COLORS = {
  BLK: 'Black',
  WHT: 'White',
  NVY: 'Navy',
  RED: 'Red',
  GRN: 'Green',
  GRY: 'Grey',
  PNK: 'Pink',
};
const SIZES = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL'];

const TEE_LOCATIONS: LocationTechnologies[] = [
  { location: 'REGULAR', printTechnologies: ['DTG', 'DTF', 'SCREEN_PRINT', 'ACCESSORIES'], printArea: LARGE },
  { location: 'FRONT', printTechnologies: ['DTG', 'DTF', 'SCREEN_PRINT'], printArea: LARGE },
  { location: 'BACK', printTechnologies: ['DTG', 'DTF', 'SCREEN_PRINT'], printArea: LARGE },
  { location: 'LEFT_CHEST', printTechnologies: ['DTG', 'DTF', 'EMBROIDERY'], printArea: SMALL },
  { location: 'RIGHT_CHEST', printTechnologies: ['DTG', 'DTF', 'EMBROIDERY'], printArea: SMALL },
  { location: 'LEFT_SLEEVE', printTechnologies: ['DTF', 'HEAT_PRESS'] },
  { location: 'RIGHT_SLEEVE', printTechnologies: ['DTF', 'HEAT_PRESS'] },
  { location: 'NECK', printTechnologies: ['DTF', 'HEAT_PRESS'] },
];

/**
 * A small catalogue for tests, with each kind of article, and enough variants and products for several pages.
 */
export const sampleCatalog: CatalogFile = {
  articles: [
    {
      manufacturerCode: 'ST-CREATOR',
      title: 'Creator Tee',
      type: 'BLANK',
      variants: Object.entries(COLORS).flatMap(([code, color]) =>
        SIZES.map((size) => ({
          sku: `ST-CREATOR-${code}-${size}`,
          color,
          size,
          stockLevelQuantity: 120,
          dtgType: code === 'WHT' ? ('NO_UNDERBASE' as const) : ('WHITE_UNDERBASE' as const),
          allowedLocations: TEE_LOCATIONS,
          isAllowedOnLocations: [],
        })),
      ),
    },
    {
      manufacturerCode: 'ST-SPRINT',
      title: 'Sprint Sport Tee',
      type: 'BLANK',
      variants: [
        {
          sku: 'ST-SPRINT-WHT-XS',
          color: 'White',
          size: 'XS',
          stockLevelQuantity: 222,
          allowedLocations: [{ location: 'FRONT', printTechnologies: ['SUBLIMATION', 'DTF'] }],
          isAllowedOnLocations: [],
        },
      ],
    },
    {
      manufacturerCode: 'DW-CLASSIC',
      title: 'Classic Mug',
      type: 'BLANK',
      variants: ['11', '15'].map((ounces) => ({
        sku: `DW-CLASSIC-WHT-${ounces}OZ`,
        color: 'White',
        size: `${ounces} oz`,
        stockLevelQuantity: 240,
        allowedLocations: [{ location: 'REGULAR', printTechnologies: ['SUBLIMATION', 'ACCESSORIES'] }],
        isAllowedOnLocations: [],
      })),
    },
    {
      manufacturerCode: 'CZ-NECK-LABEL',
      title: 'Printed Neck Label',
      type: 'CUSTOMIZATION',
      variants: Object.entries({ WHT: 'White', BLK: 'Black' }).map(([code, color]) => ({
        sku: `CZ-NECK-LABEL-${code}-60X60MM`,
        color,
        size: '60 x 60 mm',
        stockLevelQuantity: 213,
        allowedLocations: [],
        isAllowedOnLocations: [
          { location: 'NECK', printTechnologies: ['HEAT_PRESS', 'DTF'] },
          { location: 'REGULAR', printTechnologies: ['DTF', 'HEAT_PRESS'] },
        ],
      })),
    },
    unproducible('RM-TUMBLER', 'Ready-made Glass Tumbler', 'CLR', 'Clear', ['350 ml']),
    unproducible('RM-GIFT-CARD', 'Gift Card', 'WHT', 'White', ['25 EUR', '50 EUR', '100 EUR']),
  ],
  products: [
    {
      productId: 'P-100',
      name: 'Logo Tee',
      previewImageUrls: ['p-100/front.svg', 'p-100/back.svg'],
      variants: Object.values(COLORS).flatMap((color, row) =>
        SIZES.slice(0, 4).map((size, column) => {
          const ean13 = color === 'Black' && size === 'M' ? '4006381333931' : `20001000${row}${column}`;
          return variant(ean13, 'Logo Tee', color, size);
        }),
      ),
    },
    ...Array.from({ length: 12 }, (_, index) => {
      const number = 101 + index;
      const name = `${String.fromCharCode(77 - index)}ug ${number}`;
      return {
        productId: `P-${number}`,
        name,
        previewImageUrls: [],
        variants: ['S', 'L'].map((size) => variant(`20001${number}${size === 'S' ? 1 : 2}`, name, 'White', size)),
      };
    }),
  ],
  carriers: [
    { carrierId: 'dhl-paket', name: 'DHL Paket' },
    { carrierId: 'dhl-express', name: 'DHL Express' },
    { carrierId: 'dpd-classic', name: 'DPD Classic' },
    { carrierId: 'gls-business', name: 'GLS BusinessParcel' },
    { carrierId: 'ups-standard', name: 'UPS Standard' },
  ],
};

function unproducible(
  manufacturerCode: string,
  title: string,
  colorCode: string,
  color: string,
  sizes: readonly string[],
): CatalogFile['articles'][number] {
  return {
    manufacturerCode,
    title,
    type: 'UNPRODUCIBLE',
    variants: sizes.map((size) => ({
      sku: `${manufacturerCode}-${colorCode}-${size.replace(' ', '').toUpperCase()}`,
      color,
      size,
      stockLevelQuantity: 50,
      allowedLocations: [],
      isAllowedOnLocations: [],
    })),
  };
}

function variant(ean13: string, product: string, color: string, size: string) {
  return { ean13, name: `${product} ${color} ${size}`, color, size, stockLevelQuantity: 40 };
}
