import type { CatalogArticle, LocationTechnologies, PrintArea } from './demo-catalog.ts';
import { type ColorName, demoColors } from './demo-colors.ts';
import { demoCustoms } from './demo-customs.ts';
import { demoStock } from './demo-stock.ts';

type Row = [
  code: string,
  title: string,
  colors: ColorName[],
  sizes: string[],
  locations: LocationTechnologies[],
];

const BASICS: ColorName[] = ['Black', 'White', 'Navy', 'Heather Grey'];
const CLASSICS: ColorName[] = [...BASICS, 'Red', 'Forest Green', 'Sand', 'Mustard'];
const SEASONALS: ColorName[] = [
  'Black',
  'White',
  'Natural',
  'Sage',
  'Dusty Pink',
  'Lavender',
  'Ocean Blue',
  'Rust',
];
const FLEECES: ColorName[] = [...BASICS, 'Charcoal', 'Burgundy', 'Forest Green', 'Sand'];
const KIDS: ColorName[] = ['White', 'Heather Grey', 'Sky Blue', 'Dusty Pink', 'Mustard', 'Navy'];

const XS_TO_3XL = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'];
const XS_TO_2XL = ['XS', 'S', 'M', 'L', 'XL', '2XL'];
const CHILD = ['98/104', '110/116', '122/128', '134/146', '152/164'];
const BABY = ['50/56', '62/68', '74/80', '86/92'];
const ONE = ['One Size'];

/** What a press for shirts prints: 14 x 16 inches; and what is usual on the chest. */
const PLATEN: PrintArea = { widthMm: 355.6, heightMm: 406.4 };
const CHEST: PrintArea = { widthMm: 101.6, heightMm: 101.6 };
const SHIRT_AREAS = { REGULAR: PLATEN, FRONT: PLATEN, BACK: PLATEN, LEFT_CHEST: CHEST, RIGHT_CHEST: CHEST };

const TEE = at(
  {
    REGULAR: 'DTG DTF SCREEN_PRINT ACCESSORIES',
    FRONT: 'DTG DTF SCREEN_PRINT',
    BACK: 'DTG DTF SCREEN_PRINT',
    LEFT_CHEST: 'DTG DTF EMBROIDERY',
    RIGHT_CHEST: 'DTG DTF EMBROIDERY',
    LEFT_SLEEVE: 'DTF HEAT_PRESS',
    RIGHT_SLEEVE: 'DTF HEAT_PRESS',
    NECK: 'DTF HEAT_PRESS',
  },
  SHIRT_AREAS,
);
const SWEAT = at(
  {
    REGULAR: 'DTG DTF EMBROIDERY ACCESSORIES',
    FRONT: 'DTG DTF SCREEN_PRINT',
    BACK: 'DTG DTF SCREEN_PRINT',
    LEFT_CHEST: 'DTF EMBROIDERY',
    LEFT_SLEEVE: 'DTF EMBROIDERY',
    RIGHT_SLEEVE: 'DTF EMBROIDERY',
    NECK: 'DTF HEAT_PRESS',
  },
  SHIRT_AREAS,
);
const HOODED = [...SWEAT, ...at({ HOOD: 'DTF EMBROIDERY', POCKET: 'DTF EMBROIDERY' })];
const TANK = at({
  REGULAR: 'DTG DTF ACCESSORIES',
  FRONT: 'DTG DTF',
  BACK: 'DTG DTF',
  NECK: 'DTF HEAT_PRESS',
});
const SMALL_TEE = at({
  REGULAR: 'DTG DTF ACCESSORIES',
  FRONT: 'DTG DTF',
  BACK: 'DTG DTF',
  NECK: 'DTF HEAT_PRESS',
});
const POLO = at({
  REGULAR: 'EMBROIDERY DTF ACCESSORIES',
  LEFT_CHEST: 'EMBROIDERY DTF',
  RIGHT_CHEST: 'EMBROIDERY DTF',
  BACK: 'DTF',
  LEFT_SLEEVE: 'EMBROIDERY',
  NECK: 'HEAT_PRESS',
});
const OUTERWEAR = at({
  REGULAR: 'EMBROIDERY DTF ACCESSORIES',
  LEFT_CHEST: 'EMBROIDERY DTF',
  BACK: 'DTF EMBROIDERY',
  LEFT_SLEEVE: 'EMBROIDERY',
});
const SPORT = at({
  REGULAR: 'SUBLIMATION DTF',
  FRONT: 'SUBLIMATION DTF',
  BACK: 'SUBLIMATION DTF',
  NECK: 'HEAT_PRESS DTF',
});
const TROUSERS = at({ REGULAR: 'DTF EMBROIDERY ACCESSORIES', POCKET: 'EMBROIDERY DTF' });
const CAP = at({ REGULAR: 'EMBROIDERY ACCESSORIES', CAP_FRONT: 'EMBROIDERY DTF', BACK: 'EMBROIDERY' });
const KNIT = at({ REGULAR: 'EMBROIDERY ACCESSORIES', FRONT: 'EMBROIDERY' });
const CANVAS_BAG = at({
  REGULAR: 'DTG DTF SCREEN_PRINT ACCESSORIES',
  FRONT: 'DTG DTF SCREEN_PRINT',
  BACK: 'DTG DTF SCREEN_PRINT',
});
const POLYESTER_BAG = at({ REGULAR: 'SUBLIMATION DTF ACCESSORIES', FRONT: 'SUBLIMATION DTF' });
const APRON = at({
  REGULAR: 'DTG DTF EMBROIDERY ACCESSORIES',
  FRONT: 'DTG DTF EMBROIDERY',
  POCKET: 'EMBROIDERY',
});
const MUG = at({ REGULAR: 'SUBLIMATION ACCESSORIES', FRONT: 'SUBLIMATION', BACK: 'SUBLIMATION' });
const METAL = at({ REGULAR: 'UV ACCESSORIES', FRONT: 'UV' });
const SUBLIMATED = at({ REGULAR: 'SUBLIMATION ACCESSORIES', FRONT: 'SUBLIMATION', BACK: 'SUBLIMATION' });
const PAPER = at({ REGULAR: 'UV ACCESSORIES', FRONT: 'UV' });

const BLANKS: Row[] = [
  ['ST-CREATOR', 'Creator Tee', [...CLASSICS, 'Burgundy', 'Sky Blue'], XS_TO_3XL, TEE],
  ['ST-MUSE', 'Muse Fitted Tee', SEASONALS, XS_TO_2XL, TEE],
  ['ST-ATLAS', 'Atlas Heavyweight Tee', FLEECES, XS_TO_3XL, TEE],
  ['ST-DRIFT', 'Drift Oversized Tee', SEASONALS, ['S', 'M', 'L', 'XL', '2XL'], TEE],
  ['ST-SONNET', 'Sonnet V-Neck Tee', BASICS, XS_TO_2XL, TEE],
  ['ST-LARK', 'Lark Cropped Tee', ['Black', 'White', 'Dusty Pink', 'Lavender'], ['XS', 'S', 'M', 'L'], TEE],
  ['ST-SPRINT', 'Sprint Sport Tee', ['White', 'Silver', 'Sky Blue'], XS_TO_3XL, SPORT],
  ['ST-MERIDIAN', 'Meridian Longsleeve', FLEECES, XS_TO_3XL, TEE],
  ['ST-BREEZE', 'Breeze Tank Top', ['White', 'Black', 'Sky Blue', 'Dusty Pink'], XS_TO_2XL, TANK],
  ['ST-CLUB', 'Club Polo', [...BASICS, 'Forest Green', 'Burgundy'], XS_TO_3XL, POLO],
  ['ST-EMBER', 'Ember Hoodie', FLEECES, XS_TO_3XL, HOODED],
  ['ST-NORTH', 'North Zip Hoodie', [...BASICS, 'Charcoal', 'Ocean Blue'], XS_TO_3XL, HOODED],
  ['ST-HEARTH', 'Hearth Sweatshirt', [...FLEECES, 'Sage'], XS_TO_3XL, SWEAT],
  ['ST-RIDGE', 'Ridge Softshell Jacket', ['Black', 'Navy', 'Charcoal'], XS_TO_3XL, OUTERWEAR],
  ['ST-LOUNGE', 'Lounge Joggers', ['Black', 'Heather Grey', 'Navy', 'Sand'], XS_TO_2XL, TROUSERS],
  ['KD-SPROUT', 'Sprout Kids Tee', KIDS, CHILD, SMALL_TEE],
  ['KD-ACORN', 'Acorn Kids Hoodie', KIDS, CHILD, HOODED],
  ['KD-PIP', 'Pip Baby Bodysuit', ['White', 'Natural', 'Sky Blue', 'Dusty Pink'], BABY, SMALL_TEE],
  ['KD-CRUMB', 'Crumb Baby Bib', ['White', 'Natural'], ONE, at({ REGULAR: 'DTG DTF ACCESSORIES' })],
  ['HW-CAPTAIN', 'Captain Cap', ['Black', 'Navy', 'Forest Green', 'Sand', 'Rust'], ONE, CAP],
  ['HW-TRAIL', 'Trail Trucker Cap', ['Black', 'Navy', 'Charcoal', 'Red'], ONE, CAP],
  ['HW-FJORD', 'Fjord Beanie', ['Black', 'Charcoal', 'Rust', 'Mustard', 'Navy'], ONE, KNIT],
  ['HW-DUNE', 'Dune Bucket Hat', ['Sand', 'Black', 'Sage'], ['S/M', 'L/XL'], CAP],
  ['BG-MARKET', 'Market Tote Bag', ['Natural', 'Black', 'Navy', 'Sage', 'Red'], ONE, CANVAS_BAG],
  ['BG-SPRINTER', 'Sprinter Drawstring Bag', ['Natural', 'Black', 'Ocean Blue'], ONE, CANVAS_BAG],
  ['BG-POUCH', 'Studio Zip Pouch', ['White', 'Silver'], ['S', 'L'], POLYESTER_BAG],
  ['HM-BISTRO', 'Bistro Apron', ['Black', 'Natural', 'Forest Green', 'Charcoal'], ONE, APRON],
  ['HM-COZY', 'Cozy Cushion Cover', ['White', 'Natural'], ['40 x 40 cm', '50 x 50 cm'], SUBLIMATED],
  ['HM-SNUG', 'Snug Fleece Blanket', ['White'], ['100 x 150 cm', '150 x 200 cm'], SUBLIMATED],
  ['HM-PANTRY', 'Pantry Tea Towel', ['White', 'Natural'], ['50 x 70 cm'], CANVAS_BAG],
  ['DW-CLASSIC', 'Classic Mug', ['White'], ['11 oz', '15 oz'], MUG],
  ['DW-DUO', 'Duo Mug', ['Black', 'Red', 'Sky Blue', 'Mustard'], ['11 oz'], MUG],
  ['DW-CAMP', 'Camp Enamel Mug', ['White', 'Navy'], ['300 ml'], MUG],
  ['DW-HYDRA', 'Hydra Steel Bottle', ['White', 'Black', 'Silver', 'Sage'], ['500 ml', '750 ml'], METAL],
  ['TC-SHELL', 'Shell Phone Case', ['Clear', 'White', 'Black'], ['6.1 in', '6.3 in', '6.7 in'], METAL],
  ['TC-GLIDE', 'Glide Mouse Pad', ['White'], ['23 x 19 cm', '80 x 30 cm'], SUBLIMATED],
  ['AC-STRIDE', 'Stride Crew Socks', ['White', 'Black'], ['35-38', '39-42', '43-46'], SUBLIMATED],
  ['PP-GALLERY', 'Gallery Poster', ['White'], ['A4', 'A3', '50 x 70 cm', '70 x 100 cm'], PAPER],
  ['PP-LINEN', 'Linen Notebook', ['Natural', 'Black', 'Kraft'], ['A5'], PAPER],
];

const CUSTOMIZATIONS: Row[] = [
  [
    'CZ-NECK-LABEL',
    'Printed Neck Label',
    ['White', 'Black'],
    ['60 x 60 mm'],
    at({ NECK: 'HEAT_PRESS DTF', REGULAR: 'DTF HEAT_PRESS' }),
  ],
  ['CZ-HANG-TAG', 'Hang Tag with Cord', ['White', 'Kraft'], ['50 x 90 mm'], at({ REGULAR: 'ACCESSORIES' })],
  [
    'CZ-WOVEN-PATCH',
    'Woven Patch',
    ['Natural', 'Black'],
    ['40 x 20 mm', '60 x 60 mm'],
    at({
      LEFT_CHEST: 'EMBROIDERY',
      LEFT_SLEEVE: 'EMBROIDERY HEAT_PRESS',
      CAP_FRONT: 'EMBROIDERY',
      POCKET: 'EMBROIDERY',
      REGULAR: 'EMBROIDERY ACCESSORIES',
    }),
  ],
  ['CZ-INSERT-CARD', 'Thank-you Insert Card', ['White', 'Kraft'], ['A6'], at({ REGULAR: 'ACCESSORIES' })],
  ['CZ-STICKER', 'Logo Sticker', ['White', 'Clear'], ['50 mm', '80 mm'], at({ REGULAR: 'ACCESSORIES UV' })],
  ['CZ-GIFT-WRAP', 'Gift Wrapping', ['Kraft', 'Red'], ['S', 'M', 'L'], at({ REGULAR: 'ACCESSORIES' })],
  ['CZ-MAILER', 'Branded Poly Mailer', ['White', 'Black'], ['S', 'M', 'L'], at({ REGULAR: 'ACCESSORIES' })],
];

const UNPRODUCIBLES: Row[] = [
  ['RM-TUMBLER', 'Ready-made Glass Tumbler', ['Clear'], ['350 ml'], []],
  ['RM-GIFT-CARD', 'Gift Card', ['White'], ['25 EUR', '50 EUR', '100 EUR'], []],
];

/** Every article of the demo shop: blanks, customizations, and ready-made goods that cannot be decorated. */
export const demoArticles: CatalogArticle[] = [
  ...BLANKS.map((row) => article('BLANK', row)),
  ...CUSTOMIZATIONS.map((row) => article('CUSTOMIZATION', row)),
  ...UNPRODUCIBLES.map((row) => article('UNPRODUCIBLE', row)),
];

function article(type: CatalogArticle['type'], [code, title, colors, sizes, locations]: Row): CatalogArticle {
  const printsDtg = locations.some((place) => place.printTechnologies.includes('DTG'));
  const variants = colors.flatMap((color) =>
    sizes.map((size) => {
      const sku = `${code}-${demoColors[color].code}-${sizeCode(size)}`;
      return {
        sku,
        color,
        size,
        stockLevelQuantity: demoStock(sku),
        ...(printsDtg && ({ dtgType: demoColors[color].dark ? 'WHITE_UNDERBASE' : 'NO_UNDERBASE' } as const)),
        allowedLocations: type === 'BLANK' ? locations : [],
        isAllowedOnLocations: type === 'CUSTOMIZATION' ? locations : [],
      };
    }),
  );
  return { manufacturerCode: code, title, type, ...demoCustoms(code), variants };
}

function sizeCode(size: string): string {
  return size === 'One Size' ? 'OS' : size.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

function at(
  technologiesByLocation: Record<string, string>,
  printAreas: Record<string, PrintArea> = {},
): LocationTechnologies[] {
  return Object.entries(technologiesByLocation).map(([location, technologies]) => ({
    location,
    printTechnologies: technologies.split(' '),
    ...(printAreas[location] && { printArea: printAreas[location] }),
  }));
}
