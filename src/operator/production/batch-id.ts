import { readScanCode } from '../../codes/scan-codes.ts';

/** The number of the batch, by its number or its code. */
export function batchIdOf(text: string): string | undefined {
  if (/^[1-9]\d{0,14}$/.test(text)) return text;
  const code = readScanCode(text);
  return code?.kind === 'batch' ? String(code.number) : undefined;
}
