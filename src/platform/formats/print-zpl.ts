import type { ZplLabel } from './read-zpl.ts';
import { LASTING_COMMANDS } from './zpl-commands.ts';

export type ZplMedia = { mediaWidthMm: number; mediaHeightMm: number; dotsPerInch: number };
const MM_PER_INCH = 25.4;

/** Writes labels. Each begins with every lasting command, so that earlier labels do not affect it. */
export function printZpl(labels: readonly ZplLabel[], media: ZplMedia): Buffer {
  const dots = (mm: number) => Math.round((mm * media.dotsPerInch) / MM_PER_INCH);
  const ofPrinter = new Map([
    ['^PW', `^PW${dots(media.mediaWidthMm)}`],
    ['^LL', `^LL${dots(media.mediaHeightMm)}`],
  ]);
  const printed = labels.map(({ settings, body }) => {
    const begin = LASTING_COMMANDS.map((name) => settings.get(name) ?? ofPrinter.get(name) ?? '');
    return `^XA${begin.join('')}${body}^PQ1^XZ\n`;
  });
  return Buffer.from(printed.join(''), 'latin1');
}

/** Escapes text for `^FD` behind `^FH_`, so that no character of it begins a command. */
export function escapeFieldData(text: string): string {
  return text.replace(/[\^~\\_]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}
