/** The limit of bytes of a file, and of all labels that are printed from the file. */
export const ZPL_BYTES_MAX = 8 * 1_048_576;

/** A printer's paper. */
export type ZplMedia = { mediaWidthMm: number; mediaHeightMm: number; dotsPerInch: number };
export const MM_PER_INCH = 25.4;
/** 4 x 6 inches at 203 dpi, which most label printers have. */
export const USUAL_MEDIA: ZplMedia = { mediaWidthMm: 101.6, mediaHeightMm: 152.4, dotsPerInch: 203 };

const VALUE_LENGTH_MAX = 32;
const INVISIBLE_OR_SIGN = /[^!-}]+|\^/g;
const STORED_NAME = /^(?:[A-Z]:)?([\w-]{0,16})(?:\.[A-Z]{1,3})?$/;

/** The commands that stay in effect after their label, with the values of a printer just switched on. */
const INITIAL = ['^BY2,3,10', '^CFA,9,5', '^CI0', '^FWN', '^LH0,0', '^LRN', '^PMN', '^PON'];

/** Returns the commands that each label begins with, so that earlier labels do not affect it. */
export function initialCommands({ mediaWidthMm, mediaHeightMm, dotsPerInch }: ZplMedia): string[] {
  const dots = (mm: number) => Math.round((mm * dotsPerInch) / MM_PER_INCH);
  return [`^PW${dots(mediaWidthMm)}`, `^LL${dots(mediaHeightMm)}`, ...INITIAL];
}

/**
 * The commands that a label may contain (ZPL II Programming Guide, Zebra), by the places of their parameters
 * that are lengths. `read-zpl` writes a few more. `^A` includes the letter or digit of a font that follows.
 */
const NAMES_BY_LENGTHS: readonly (readonly [string, string])[] = [
  ['', '^B0 ^BO ^BD ^BQ ^CI ^FC ^FP ^FR ^FS ^FW ^LR ^PM ^PO'],
  ['0', '^FB ^LL ^PW'],
  ['01', '^FM ^FO ^FT ^GC ^LH'],
  ['012', '^GB ^GD ^GE'],
  ['1', '^B2 ^B4 ^B5 ^B7 ^B8 ^B9 ^BA ^BB ^BC ^BE ^BF ^BI ^BJ ^BL ^BS ^BU ^BX ^BZ'],
  ['12', '^A ^A@ ^CF ^GS ^TB'],
  ['2', '^B1 ^B3 ^BK ^BM ^BP ^BY'],
  ['4', '^BR'],
  ['345', '^BT'],
];
export const DRAWING_COMMANDS = new Map(
  NAMES_BY_LENGTHS.flatMap(([lengths, names]) => names.split(' ').map((name) => [name, lengths] as const)),
);

/** The refused commands, by the effect that a label must not have. Commands in no list are dropped. */
export const HOSTILE_COMMANDS: Readonly<Record<string, string>> = {
  'changes settings of the printer':
    '^CM ^FL ^JB ^JH ^JI ~JI ^JJ ~JL ^JM ^JT ^JU ^JW ^KD ^KL ^KN ^KP ^KV ^LF ^MA ^MC ^MI ^MP ^MW ^NB ^NC ~NC ^ND ^NI ^NN ^NP ^NR ~NR ^NS ^NT ~NT ^NW ^SC ^SI ^SL ^SO ^SQ ^SR ^SS ^ST ^SX ^SZ ^WA ^WE ^WI ^WL ^WP ^WR ~WR ^WS ^WX ^XS',
  'stores, deletes or reads files of the printer':
    '~DB ~DE ^DF ~DS ~DT ~DU ~DY ^EF ~EF ^EG ~EG ^HF ^HG ^HW ^HY ^HZ ^ID ^IS ~JB ^TO ^WD ~WD ^XF',
  'controls the printer or asks it for data':
    '~HB ~HD ^HH ~HI ^HL ~HL ~HM ~HQ ^HR ~HS ^HT ~HU ^HV ~JA ~JC ~JD ~JE ~JF ~JG ~JP ~JQ ~JR ~JX ~KB ^RA ^RB ^RE ^RF ^RI ^RL ^RM ~RO ^RQ ^RR ^RS ^RT ^RU ~RV ^RW ^RX ^RZ ^SP ^WC ~WC ^WF ~WL ~WQ ^WT ^WV ^ZZ',
};
/** Parameters with which a command of HOSTILE_COMMANDS is dropped, because drivers send them. */
export const HARMLESS_PARAMETERS: Readonly<Record<string, RegExp>> = {
  '^JM': /^A?$/,
  '^JU': /^S$/,
  '^MC': /^Y?$/,
  '^SZ': /^2$/,
};

/** Ends the reading of a file that must not be printed. */
export class Refused extends Error {
  command: string | undefined;
}

export function refuse(message: string, command?: string): never {
  throw Object.assign(new Refused(`${message} Remove it, or send the label as PDF or PNG.`), { command });
}

export function assertBytes(bytes: number): void {
  if (bytes > ZPL_BYTES_MAX) refuse(`The label has more than ${ZPL_BYTES_MAX} bytes in print.`);
}

/** Refuses a command of HOSTILE_COMMANDS, unless its parameters are harmless. */
export function refuseHostile(name: string, argument = ''): void {
  const [effect] = Object.entries(HOSTILE_COMMANDS).find(([, names]) => names.split(' ').includes(name)) ?? [];
  const harmless = HARMLESS_PARAMETERS[name];
  if (!effect || harmless?.test(argument)) return;
  const written = harmless ? name + argument.charAt(0) : name;
  refuse(`The ZPL command ${written} is not allowed: a label may only draw, and this ${effect}.`, written);
}

/** Returns the name of a stored graphic or format without drive and ending. */
export function storedName(text = ''): string {
  return STORED_NAME.exec(text)?.[1] ?? '';
}

/** Printers ignore spaces and control characters in values. `~` is a value only if it is alone. */
export function cleanValue(value = ''): string {
  if (value.trim() === '~') return '~';
  return value.replaceAll(INVISIBLE_OR_SIGN, '').slice(0, VALUE_LENGTH_MAX).toUpperCase();
}

/** Returns 0 for text that does not begin with a number. */
export function integerOf(text = ''): number {
  return Number.parseInt(text, 10) || 0;
}
