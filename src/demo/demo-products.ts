import type { ColorName } from './demo-colors.ts';
import type { MotifName } from './draw-motif.ts';
import type { ShapeName } from './draw-shape.ts';

/** A motif as it is printed: its inks, how large (1 fills the print area), and where. */
export type Artwork = {
  motif: MotifName;
  inks: string[];
  scale?: number;
  place?: 'chest';
  /** Fills the whole print area behind the motif. */
  ground?: string;
};

/** One product of the demo shop: what the catalogue lists, and what its pictures show. */
export type DemoProduct = {
  productId: string;
  name: string;
  colors: ColorName[];
  sizes: string[];
  shape: ShapeName;
  front: Artwork;
  back?: Artwork;
};

const S_TO_XL = ['S', 'M', 'L', 'XL'];
const S_TO_2XL = [...S_TO_XL, '2XL'];
const ONE = ['One Size'];

const CREAM = '#f4ead5';
const INK = '#2b2d33';
const CORAL = '#e4694a';
const AMBER = '#f0b04a';
const TEAL = '#2f7f86';
const PINE = '#2f5a47';
const BLUSH = '#f2b8a2';
const INDIGO = '#2a3563';
const SKY = '#8fc1d6';

const SUNSET = [AMBER, '#ee8a47', CORAL, '#c14b5a'];

export const demoProducts: DemoProduct[] = [
  {
    productId: 'P-100',
    name: 'Logo Tee',
    colors: ['Black', 'White', 'Navy'],
    sizes: S_TO_2XL,
    shape: 'tee',
    front: { motif: 'logo', inks: [CREAM, AMBER, CORAL, '#4fa3a5'] },
    back: { motif: 'wordmark', inks: [CREAM, CORAL], scale: 0.7 },
  },
  {
    productId: 'P-101',
    name: 'Alpine Sunrise Tee',
    colors: ['Forest Green', 'Sand', 'Navy'],
    sizes: S_TO_2XL,
    shape: 'tee',
    front: { motif: 'mountain', inks: [CREAM, AMBER, '#8fb79b'] },
  },
  {
    productId: 'P-102',
    name: 'Tidal Hoodie',
    colors: ['Navy', 'Heather Grey', 'Black'],
    sizes: S_TO_2XL,
    shape: 'hoodie',
    front: { motif: 'wordmark', inks: [CREAM, SKY], scale: 0.8 },
    back: { motif: 'waves', inks: [CREAM, SKY, '#5a9bbb', CORAL] },
  },
  {
    productId: 'P-103',
    name: 'Botanica Tote Bag',
    colors: ['Natural', 'Sage'],
    sizes: ONE,
    shape: 'tote',
    front: { motif: 'leaf', inks: [PINE, '#6f9a74'] },
  },
  {
    productId: 'P-104',
    name: 'Retro Stripe Sweatshirt',
    colors: ['Sand', 'Heather Grey', 'Sage'],
    sizes: S_TO_2XL,
    shape: 'sweatshirt',
    front: { motif: 'stripes', inks: ['#7a3b34', CORAL, AMBER, TEAL] },
  },
  {
    productId: 'P-105',
    name: 'Moonlight Longsleeve',
    colors: ['Burgundy', 'Black', 'Navy'],
    sizes: S_TO_XL,
    shape: 'longsleeve',
    front: { motif: 'moon', inks: [CREAM, AMBER, BLUSH] },
  },
  {
    productId: 'P-106',
    name: 'Velo Club Tee',
    colors: ['Mustard', 'White', 'Sky Blue'],
    sizes: S_TO_2XL,
    shape: 'tee',
    front: { motif: 'bicycle', inks: [INK, '#a33a2c', CREAM] },
  },
  {
    productId: 'P-107',
    name: 'First Cup Mug',
    colors: ['White'],
    sizes: ['11 oz', '15 oz'],
    shape: 'mug',
    front: { motif: 'coffee', inks: ['#5a3a2b', CORAL, '#c79a6b'] },
  },
  {
    productId: 'P-108',
    name: 'Studio Cat Kids Tee',
    colors: ['Sky Blue', 'Dusty Pink', 'White'],
    sizes: ['98/104', '110/116', '122/128', '134/146'],
    shape: 'kidsTee',
    front: { motif: 'cat', inks: [INK, CREAM, CORAL] },
  },
  {
    productId: 'P-109',
    name: 'Summit Cap',
    colors: ['Forest Green', 'Navy', 'Sand'],
    sizes: ONE,
    shape: 'cap',
    front: { motif: 'mountain', inks: [CREAM, AMBER, '#8fb79b'] },
  },
  {
    productId: 'P-110',
    name: 'Platen Beanie',
    colors: ['Rust', 'Charcoal', 'Mustard'],
    sizes: ONE,
    shape: 'beanie',
    front: { motif: 'wordmark', inks: [INK, '#8c3f22'], scale: 1.75, ground: CREAM },
  },
  {
    productId: 'P-111',
    name: 'Campfire Enamel Mug',
    colors: ['White', 'Navy'],
    sizes: ['300 ml'],
    shape: 'enamelMug',
    front: { motif: 'camp', inks: [PINE, CORAL, AMBER] },
  },
  {
    productId: 'P-112',
    name: 'Moonrise Poster',
    colors: ['White'],
    sizes: ['A3', '50 x 70 cm', '70 x 100 cm'],
    shape: 'poster',
    front: { motif: 'moon', inks: [CREAM, AMBER, BLUSH], scale: 1.15, ground: INDIGO },
  },
  {
    productId: 'P-113',
    name: 'Botanica Poster',
    colors: ['White'],
    sizes: ['A3', '50 x 70 cm', '70 x 100 cm'],
    shape: 'poster',
    front: { motif: 'leaf', inks: [PINE, '#7c9f6c'], scale: 1.6, ground: '#f3dfc9' },
  },
  {
    productId: 'P-114',
    name: 'Little Bear Bodysuit',
    colors: ['Natural', 'Sky Blue', 'White'],
    sizes: ['50/56', '62/68', '74/80'],
    shape: 'bodysuit',
    front: { motif: 'bear', inks: ['#9a6a45', '#e6c9a4', '#3a2a22', CORAL] },
  },
  {
    productId: 'P-115',
    name: 'Golden Hour Zip Hoodie',
    colors: ['Charcoal', 'Black', 'Ocean Blue'],
    sizes: S_TO_2XL,
    shape: 'zipHoodie',
    front: { motif: 'sunset', inks: SUNSET, place: 'chest' },
    back: { motif: 'sunset', inks: SUNSET },
  },
  {
    productId: 'P-116',
    name: 'Blue Whale Cushion',
    colors: ['White'],
    sizes: ['40 x 40 cm', '50 x 50 cm'],
    shape: 'cushion',
    front: { motif: 'whale', inks: ['#2f6c86', '#cfe3ea', INK] },
  },
  {
    productId: 'P-117',
    name: 'Tidal Steel Bottle',
    colors: ['Sage', 'White', 'Black'],
    sizes: ['500 ml', '750 ml'],
    shape: 'bottle',
    front: { motif: 'waves', inks: [CREAM, PINE, '#5d7f6c', CORAL] },
  },
  {
    productId: 'P-118',
    name: 'Retro Stripe Phone Case',
    colors: ['Clear', 'White', 'Black'],
    sizes: ['6.1 in', '6.3 in', '6.7 in'],
    shape: 'phoneCase',
    front: { motif: 'stripes', inks: ['#7a3b34', CORAL, AMBER, TEAL], scale: 1.9, ground: CREAM },
  },
  {
    productId: 'P-119',
    name: 'Herb Garden Apron',
    colors: ['Charcoal', 'Natural'],
    sizes: ONE,
    shape: 'apron',
    front: { motif: 'leaf', inks: [CREAM, '#a9c29b'] },
  },
  {
    productId: 'P-120',
    name: 'Velo Drawstring Bag',
    colors: ['Ocean Blue', 'Natural', 'Black'],
    sizes: ONE,
    shape: 'drawstringBag',
    front: { motif: 'bicycle', inks: [CREAM, AMBER, CREAM] },
  },
  {
    productId: 'P-121',
    name: 'Contour Mouse Pad',
    colors: ['White'],
    sizes: ['23 x 19 cm', '80 x 30 cm'],
    shape: 'mousePad',
    front: { motif: 'contours', inks: ['#8fc3b6', AMBER], scale: 2.1, ground: '#1f4a4d' },
  },
  {
    productId: 'P-122',
    name: 'Stripe Crew Socks',
    colors: ['White'],
    sizes: ['35-38', '39-42', '43-46'],
    shape: 'socks',
    front: { motif: 'rings', inks: [CORAL, AMBER, TEAL] },
  },
  {
    productId: 'P-123',
    name: 'Night Forest Blanket',
    colors: ['White'],
    sizes: ['100 x 150 cm', '150 x 200 cm'],
    shape: 'blanket',
    front: { motif: 'camp', inks: ['#8fb79b', CORAL, AMBER], scale: 0.9, ground: '#23404a' },
  },
  {
    productId: 'P-124',
    name: 'Crew Polo',
    colors: ['White', 'Navy', 'Black'],
    sizes: S_TO_2XL,
    shape: 'polo',
    front: { motif: 'crest', inks: [INDIGO, AMBER, CREAM], place: 'chest' },
  },
  {
    productId: 'P-125',
    name: 'Golden Hour Tank Top',
    colors: ['Dusty Pink', 'White', 'Black'],
    sizes: S_TO_XL,
    shape: 'tank',
    front: { motif: 'sunset', inks: ['#f6d58c', '#f3a65c', CORAL, '#b2465c'] },
  },
  {
    productId: 'P-126',
    name: 'Lemon Grove Tea Towel',
    colors: ['White', 'Natural'],
    sizes: ['50 x 70 cm'],
    shape: 'teaTowel',
    front: { motif: 'lemons', inks: ['#f0c53d', '#4f8a5b', '#d79f23'] },
  },
];

/** The pictures of one product: its path below the image base URL, and what is printed on that side. */
export function demoViews(product: DemoProduct): Array<{ path: string; back: boolean; artwork: Artwork }> {
  const folder = product.productId.toLowerCase();
  const front = { path: `${folder}/front.svg`, back: false, artwork: product.front };
  if (!product.back) return [front];
  return [front, { path: `${folder}/back.svg`, back: true, artwork: product.back }];
}
