import { readZpl, type ZplReading } from '../formats/read-zpl.ts';
import { USUAL_MEDIA } from '../formats/zpl-commands.ts';
import { writeFieldData } from '../formats/zpl-field.ts';
import { GRAPHIC_BYTES_MAX, graphicField, graphicOf, unpack, type ZplGraphic } from '../formats/zpl-graphics.ts';
import { PNG_SIGNATURE } from './inspect-picture.ts';
import { openSharp } from './open-sharp.ts';

/** `~DY` with a PNG: its name, its bytes, and its data unless they are binary. */
const PNG = /~DY([^,]{0,40}),[^,]{0,9},\s*P,\s*(\d{1,8}),[^,]{0,9},([^^~\x89]*)/gi;
/** Dots of a PNG in a label. */
const DOTS_MAX = 8 * GRAPHIC_BYTES_MAX;
const BLACK_MAX = 127;
/** The largest label that staff see, 220 x 400 mm. */
const SHOWN_DOTS_MAX = { PW: 1_760, LL: 3_200 };
const DOTS_PER_MM = 8;

/** Reads a label file with PNG. It may take any time, so call it only in a separate process. */
export async function readLabel(bytes: Uint8Array, media = USUAL_MEDIA): Promise<ZplReading> {
  const text = Buffer.from(bytes).toString('latin1');
  let [converted, at] = ['', 0];
  for (const { index, 0: command, 1: name, 2: size, 3: digits = '' } of text.matchAll(PNG)) {
    const begin = index + command.length;
    const end = digits === '' ? begin + Number(size) : begin;
    const png = digits === '' ? Buffer.from(text.slice(begin, end), 'latin1') : unpack(digits);
    const graphic = png && (await graphicOfPng(png));
    if (!graphic || index < at) continue;
    converted += text.slice(at, index) + graphicField(graphic).replace(/^\^GFA,\d+/, `~DG${name}`);
    at = end;
  }
  return readZpl(at === 0 ? bytes : Buffer.from(converted + text.slice(at), 'latin1'), media);
}

/** Undefined if the picture is damaged or no dot is black. */
async function graphicOfPng(png: Buffer): Promise<ZplGraphic | undefined> {
  if (!png.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return undefined;
  const sharp = await openSharp();
  const picture = sharp(png, { limitInputPixels: DOTS_MAX }).flatten({ background: 'white' }).greyscale().raw();
  const drawn = await picture.toBuffer({ resolveWithObject: true }).catch(() => undefined);
  if (!drawn?.data.some((gray) => gray <= BLACK_MAX)) return undefined;
  const { data, info } = drawn;
  return graphicOf(info.width, info.height, (dot) => data[dot * info.channels]! <= BLACK_MAX);
}

/** The renderer has crashed and draws nothing any more, so the process must end. */
export class RendererCrash extends Error {}

/** Errors about the label itself. Go crashes after some hundred drawings, and in bar codes with bad data. */
const LABEL_ERROR = /rror: (?:Error rendering|Unexpected error): /;

/** Draws the first label as a PNG, in the size of `^PW` and `^LL` or of 4 x 6 inches. */
export async function drawFirstLabel(file: Uint8Array): Promise<Buffer> {
  const reading = await readLabel(file);
  if (reading.kind !== 'labels') throw new Error('The file has no label to draw.');
  // The renderer takes Unicode text, so bytes above 7F are written in hexadecimal.
  const zpl = reading.labels[0]!.replaceAll(/(\^FH_)?(\^F[DV])([^^]*)/g, (_, sign, command, data) =>
    writeFieldData(command, data, sign && '_', true),
  );
  const lengthOf = (command: 'PW' | 'LL') => {
    const [dots = ''] = zpl.match(new RegExp(`(?<=\\^${command})\\d{1,5}`, 'g'))?.slice(-1) ?? [];
    return Math.min(Number(dots) || 1, SHOWN_DOTS_MAX[command]) / DOTS_PER_MM;
  };
  const { api } = await (await import('zpl-renderer-js')).ready;
  const drawing = api.zplToBase64MultipleAsync(zpl, lengthOf('PW'), lengthOf('LL'), DOTS_PER_MM);
  const labels = await drawing.catch((error: unknown) => {
    if (LABEL_ERROR.test(String(error))) return [];
    throw new RendererCrash(String(error));
  });
  if (labels.length === 0) throw new Error('The label cannot be drawn.');
  return Buffer.from(labels[0]!, 'base64');
}
