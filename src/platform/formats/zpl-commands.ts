export type ZplParameter = { name: string; values: string; accepts: (value: string) => boolean };

export interface ZplCommand {
  parameters: readonly ZplParameter[];
  /** For a command that stays in effect after its label: the parameters of a printer just switched on. */
  initial?: string;
  draws?: boolean;
}

/** The largest coordinate, length or height in ZPL, in dots. */
const DOTS_MAX = 32_000;
const NUMBER = /^[+-]?\d{1,6}(\.\d{1,4})?$/;
const ESCAPE_SIGN = /^[!-+\--/:-@[-\]_`{-~]$/;
const FONT_NAME = /^([A-Z]:)?[\w-]{1,16}(\.[A-Z]{3})?$/i;
/** Single-byte code pages and UTF-8. In the other encodings a byte of a character may be `^` or `~`. */
const ENCODINGS = [...Array.from({ length: 14 }, (_, index) => index), 27, 28, 31, 33, 34, 35, 36];

const number = (name: string, min: number, max: number): ZplParameter => ({
  name,
  values: `${min} to ${max}`,
  accepts: (value) => NUMBER.test(value) && Number(value) >= min && Number(value) <= max,
});
const choice = (name: string, values: readonly (string | number)[]): ZplParameter => ({
  name,
  values: values.join(', '),
  accepts: (value) => values.some((one) => String(one) === value.toUpperCase()),
});
const matching = (name: string, values: string, pattern: RegExp): ZplParameter => ({
  name,
  values,
  accepts: (value) => pattern.test(value),
});

const dots = (name: string) => number(name, 0, DOTS_MAX);
const flag = (name: string) => choice(name, ['Y', 'N']);
const ORIENTATION = choice('orientation', ['N', 'R', 'I', 'B']);
const JUSTIFICATION = choice('justification', [0, 1, 2]);
const COLOR = choice('color', ['B', 'W']);
const HEIGHT = dots('height');
const WIDTH = dots('width');
const THICKNESS = dots('thickness');
const TEXT = flag('text');
const TEXT_ABOVE = flag('text above');
const CHECK = flag('check digit');
const MAGNIFICATION = number('magnification', 1, 100);
const letters = (name: string, values: string) => choice(name, [...values]);

/** The parameters that most linear bar codes have. */
const LINE = [ORIENTATION, HEIGHT, TEXT, TEXT_ABOVE];
const CHECKED_LINE = [ORIENTATION, CHECK, HEIGHT, TEXT, TEXT_ABOVE];
const AZTEC = [
  ORIENTATION,
  MAGNIFICATION,
  flag('ECI'),
  number('error control', 0, 300),
  flag('menu'),
  number('symbols', 1, 26),
];

/**
 * The commands that a label may contain (ZPL II Programming Guide, Zebra). `read-zpl` allows a few more by
 * name. The key `^A` includes the letter or digit of a font that follows.
 */
export const DRAWING_COMMANDS: Readonly<Record<string, ZplCommand>> = {
  '^A': { parameters: [ORIENTATION, HEIGHT, WIDTH] },
  '^A@': {
    parameters: [ORIENTATION, HEIGHT, WIDTH, matching('font', 'the name of a font, such as E:ARI000.TTF', FONT_NAME)],
  },
  '^B0': { parameters: AZTEC },
  '^B1': { parameters: CHECKED_LINE },
  '^B2': { parameters: [...LINE, CHECK] },
  '^B3': { parameters: CHECKED_LINE },
  '^B4': { parameters: [ORIENTATION, HEIGHT, letters('text', 'NAB'), letters('mode', '012345A')] },
  '^B5': { parameters: LINE },
  '^B7': {
    parameters: [
      ORIENTATION,
      HEIGHT,
      number('security', 0, 8),
      number('columns', 1, 30),
      number('rows', 3, 90),
      flag('truncated'),
    ],
  },
  '^B8': { parameters: LINE },
  '^B9': { parameters: [...LINE, CHECK] },
  '^BA': { parameters: [...LINE, CHECK] },
  '^BB': {
    parameters: [
      ORIENTATION,
      HEIGHT,
      flag('security'),
      number('characters', 2, 62),
      number('rows', 1, 22),
      letters('mode', 'AEF'),
    ],
  },
  '^BC': { parameters: [...LINE, CHECK, letters('mode', 'NUAD')] },
  '^BD': { parameters: [number('mode', 2, 6), number('symbol', 1, 8), number('symbols', 1, 8)] },
  '^BE': { parameters: LINE },
  '^BF': { parameters: [ORIENTATION, HEIGHT, number('mode', 0, 33)] },
  '^BI': { parameters: LINE },
  '^BJ': { parameters: LINE },
  '^BK': { parameters: [...CHECKED_LINE, letters('start', 'ABCD'), letters('stop', 'ABCD')] },
  '^BL': { parameters: [ORIENTATION, HEIGHT, TEXT_ABOVE] },
  '^BM': { parameters: [ORIENTATION, letters('check digits', 'ABCD'), HEIGHT, TEXT, TEXT_ABOVE, CHECK] },
  '^BO': { parameters: AZTEC },
  '^BP': { parameters: CHECKED_LINE },
  '^BQ': {
    parameters: [
      ORIENTATION,
      choice('model', [1, 2]),
      MAGNIFICATION,
      letters('error correction', 'HQML'),
      number('mask', 0, 7),
    ],
  },
  '^BR': {
    parameters: [
      ORIENTATION,
      number('type', 1, 12),
      MAGNIFICATION,
      number('separator', 1, 2),
      HEIGHT,
      number('segments', 2, 22),
    ],
  },
  '^BS': { parameters: LINE },
  '^BT': {
    parameters: [
      ORIENTATION,
      number('width', 1, 100),
      number('ratio', 1, 10),
      HEIGHT,
      dots('row height'),
      dots('narrow bar'),
    ],
  },
  '^BU': { parameters: [...LINE, CHECK] },
  '^BX': {
    parameters: [
      ORIENTATION,
      HEIGHT,
      number('quality', 0, 200),
      number('columns', 0, 144),
      number('rows', 0, 144),
      number('format', 0, 6),
      matching('escape', 'a sign', ESCAPE_SIGN),
      choice('aspect', [1, 2]),
    ],
  },
  '^BY': { parameters: [number('module', 1, 100), number('ratio', 1, 10), HEIGHT], initial: '2,3,10' },
  '^BZ': { parameters: [...LINE, number('type', 0, 3)] },
  '^CF': { parameters: [matching('font', 'a letter or digit', /^[A-Z\d]$/i), HEIGHT, WIDTH], initial: 'A,9,5' },
  '^CI': { parameters: [choice('encoding', ENCODINGS)], initial: '0' },
  '^FB': {
    parameters: [
      WIDTH,
      number('lines', 1, 9_999),
      number('line spacing', -9_999, 9_999),
      letters('justification', 'LCRJ'),
      number('indent', 0, 9_999),
    ],
  },
  '^FO': { parameters: [dots('x'), dots('y'), JUSTIFICATION] },
  '^FP': { parameters: [letters('direction', 'HVR'), number('gap', 0, 9_999)] },
  '^FR': { parameters: [] },
  '^FS': { parameters: [] },
  '^FT': { parameters: [dots('x'), dots('y'), JUSTIFICATION] },
  '^FW': { parameters: [ORIENTATION], initial: 'N' },
  '^GB': { parameters: [WIDTH, HEIGHT, THICKNESS, COLOR, number('rounding', 0, 8)], draws: true },
  '^GC': { parameters: [dots('diameter'), THICKNESS, COLOR], draws: true },
  '^GD': { parameters: [WIDTH, HEIGHT, THICKNESS, COLOR, choice('direction', ['R', 'L', '/', '\\'])], draws: true },
  '^GE': { parameters: [WIDTH, HEIGHT, THICKNESS, COLOR], draws: true },
  '^GS': { parameters: [ORIENTATION, HEIGHT, WIDTH] },
  '^LH': { parameters: [dots('x'), dots('y')], initial: '0,0' },
  '^LL': { parameters: [dots('length')] },
  '^LR': { parameters: [flag('reverse')], initial: 'N' },
  '^PM': { parameters: [flag('mirrored')], initial: 'N' },
  '^PO': { parameters: [choice('orientation', ['N', 'I'])], initial: 'N' },
  '^PW': { parameters: [dots('width')] },
  '^TB': { parameters: [ORIENTATION, WIDTH, HEIGHT] },
};

/** The commands that stay in effect after their label. The initial `^PW` and `^LL` depend on the printer. */
export const LASTING_COMMANDS: readonly string[] = [
  '^PW',
  '^LL',
  ...Object.keys(DRAWING_COMMANDS).filter((name) => DRAWING_COMMANDS[name]?.initial !== undefined),
];

const ANYTHING = /(?:)/;
/**
 * Setup commands of label programs and drivers, with patterns of their harmless parameters. A label loses
 * these commands: speed, darkness, media and position belong to the printer's owner.
 */
export const DROPPED_COMMANDS: Readonly<Record<string, RegExp>> = {
  '^FX': ANYTHING,
  '^CV': ANYTHING,
  '^JS': ANYTHING,
  '^JZ': ANYTHING,
  '^LS': ANYTHING,
  '^LT': ANYTHING,
  '^MD': ANYTHING,
  '^MF': ANYTHING,
  '^ML': ANYTHING,
  '^MM': ANYTHING,
  '^MN': ANYTHING,
  '^MT': ANYTHING,
  '^PA': ANYTHING,
  '^PR': ANYTHING,
  '^XB': ANYTHING,
  '~JS': ANYTHING,
  '~SD': ANYTHING,
  '~TA': ANYTHING,
  '^CC': /^\^$/,
  '~CC': /^\^$/,
  '^CD': /^,$/,
  '~CD': /^,$/,
  '^CT': /^~$/,
  '~CT': /^~$/,
  '^JM': /^A?$/i,
  '^JU': /^S$/i,
  '^MC': /^Y?$/i,
  '^MU': /^D?$/i,
  '^SZ': /^2$/,
};
