import type { CustomsData } from '../shipping/customs-data-rules.ts';
import type { ShapeName } from './draw-shape.ts';

type Row = [hsCode: string, countryOfOrigin: string, weightGrams: number, customsDescription: string];

/** By manufacturerCode. The notebook has none, so that a gap can be seen. */
const ARTICLES: Readonly<Record<string, Row>> = {
  'ST-CREATOR': ['610910', 'BD', 180, 'T-shirt, knitted, cotton'],
  'ST-MUSE': ['610910', 'BD', 160, "Women's T-shirt, knitted, cotton"],
  'ST-ATLAS': ['610910', 'PK', 240, 'T-shirt, knitted, heavy cotton'],
  'ST-DRIFT': ['610910', 'PK', 230, 'T-shirt, knitted, cotton, wide cut'],
  'ST-SONNET': ['610910', 'BD', 170, 'T-shirt with V-neck, knitted, cotton'],
  'ST-LARK': ['610910', 'BD', 140, "Women's short T-shirt, knitted, cotton"],
  'ST-SPRINT': ['610990', 'TR', 150, 'Sports shirt, knitted, polyester'],
  'ST-MERIDIAN': ['610910', 'BD', 220, 'Long-sleeved T-shirt, knitted, cotton'],
  'ST-BREEZE': ['610910', 'BD', 130, 'Tank top, knitted, cotton'],
  'ST-CLUB': ['610510', 'BD', 210, "Men's polo shirt, knitted, cotton"],
  'ST-EMBER': ['611020', 'PK', 480, 'Hooded pullover, knitted, cotton'],
  'ST-NORTH': ['611020', 'PK', 520, 'Hooded jacket with zip, knitted, cotton'],
  'ST-HEARTH': ['611020', 'PK', 420, 'Sweatshirt, knitted, cotton'],
  'ST-RIDGE': ['620140', 'CN', 560, "Men's softshell jacket, polyester"],
  'ST-LOUNGE': ['610342', 'PK', 380, "Men's joggers, knitted, cotton"],
  'KD-SPROUT': ['610910', 'BD', 110, "Children's T-shirt, knitted, cotton"],
  'KD-ACORN': ['611020', 'PK', 300, "Children's hooded pullover, knitted, cotton"],
  'KD-PIP': ['611120', 'BD', 80, "Babies' bodysuit, knitted, cotton"],
  'KD-CRUMB': ['611120', 'BD', 40, "Babies' bib, knitted, cotton"],
  'HW-CAPTAIN': ['650500', 'VN', 90, 'Baseball cap, cotton'],
  'HW-TRAIL': ['650500', 'VN', 95, 'Trucker cap, polyester'],
  'HW-FJORD': ['650500', 'CN', 80, 'Knitted beanie, acrylic'],
  'HW-DUNE': ['650500', 'VN', 100, 'Bucket hat, cotton'],
  'BG-MARKET': ['420222', 'IN', 130, 'Shopping bag, cotton canvas'],
  'BG-SPRINTER': ['420292', 'IN', 110, 'Drawstring bag, cotton canvas'],
  'BG-POUCH': ['420232', 'CN', 60, 'Zip pouch, polyester'],
  'HM-BISTRO': ['621142', 'IN', 220, 'Apron, cotton'],
  'HM-COZY': ['630493', 'TR', 150, 'Cushion cover, polyester'],
  'HM-SNUG': ['630140', 'TR', 700, 'Fleece blanket, polyester'],
  'HM-PANTRY': ['630291', 'PT', 90, 'Tea towel, cotton'],
  'DW-CLASSIC': ['691200', 'CN', 340, 'Ceramic mug'],
  'DW-DUO': ['691200', 'CN', 350, 'Ceramic mug, two colours'],
  'DW-CAMP': ['732394', 'CN', 180, 'Enamelled steel mug'],
  'DW-HYDRA': ['732393', 'CN', 310, 'Drinking bottle, stainless steel'],
  'TC-SHELL': ['392690', 'CN', 40, 'Case for mobile phones, plastic'],
  'TC-GLIDE': ['401699', 'CN', 160, 'Mouse pad, rubber'],
  'AC-STRIDE': ['611596', 'TR', 60, 'Socks, knitted, polyester'],
  'PP-GALLERY': ['491191', 'DE', 120, 'Printed poster, paper'],
};

/** Products are made of articles: what is printed is on one of these. */
const ARTICLE_OF_SHAPE: Readonly<Record<ShapeName, string>> = {
  tee: 'ST-CREATOR',
  hoodie: 'ST-EMBER',
  sweatshirt: 'ST-HEARTH',
  longsleeve: 'ST-MERIDIAN',
  tote: 'BG-MARKET',
  mug: 'DW-CLASSIC',
  kidsTee: 'KD-SPROUT',
  cap: 'HW-CAPTAIN',
  teaTowel: 'HM-PANTRY',
  tank: 'ST-BREEZE',
  polo: 'ST-CLUB',
  blanket: 'HM-SNUG',
  socks: 'AC-STRIDE',
  mousePad: 'TC-GLIDE',
  drawstringBag: 'BG-SPRINTER',
  apron: 'HM-BISTRO',
  phoneCase: 'TC-SHELL',
  bottle: 'DW-HYDRA',
  cushion: 'HM-COZY',
  zipHoodie: 'ST-NORTH',
  bodysuit: 'KD-PIP',
  poster: 'PP-GALLERY',
  enamelMug: 'DW-CAMP',
  beanie: 'HW-FJORD',
};

/** What a customs declaration says of the article; nothing where it is not known. */
export function demoCustoms(manufacturerCode: string): CustomsData {
  const row = ARTICLES[manufacturerCode];
  if (!row) return {};
  const [hsCode, countryOfOrigin, weightGrams, customsDescription] = row;
  return { hsCode, countryOfOrigin, weightGrams, customsDescription };
}

/** The same of a product, by what it is. */
export function demoCustomsOfShape(shape: ShapeName): CustomsData {
  return demoCustoms(ARTICLE_OF_SHAPE[shape]);
}
