import { printZpl, type ZplMedia } from '../zpl/print-zpl.ts';
import { readZpl } from '../zpl/read-zpl.ts';
import { ZPL } from './printer-rules.ts';

/** Why a document is not printed. `command` is the ZPL command at fault, if there is one. */
export interface NotPrintable {
  message: string;
  command?: string | undefined;
}

/** Returns the document as the printer gets it: ZPL with commands that draw alone, other formats unchanged. */
export function printableDocument(
  { contentType, bytes }: { contentType: string; bytes: Uint8Array },
  media: ZplMedia,
): { bytes: Uint8Array } | NotPrintable {
  if (contentType !== ZPL) return { bytes };
  const reading = readZpl(bytes);
  switch (reading.kind) {
    case 'labels':
      return { bytes: printZpl(reading.labels, media) };
    case 'refused':
      return { message: reading.message, command: reading.command };
    case 'incomplete':
      return { message: 'A label in ZPL has no end (^XZ).' };
    case 'not_zpl':
      return { message: 'The document is no text in ZPL.' };
  }
}
