import type { Config } from '../../config.ts';
import { artworkDpi } from '../../files/content-rules.ts';
import type { KeptFile } from '../../orders/files/order-file-store.ts';
import { measuresOf } from '../../orders/files/order-files.ts';

const HASH_IN_NAME_LENGTH = 8;
const NAME_LENGTH_MAX = 60;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
  'application/zpl': 'zpl',
};
/** Names that Windows keeps for itself. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Media types that files of orders have. */
export const FILE_TYPES = Object.keys(EXTENSIONS);

/** Where staff read the order. */
export function orderUrl({ BASE_URL }: Pick<Config, 'BASE_URL'>, clientId: string, orderId: string): string {
  return `${BASE_URL}/operator/v1/orders/${encodeURIComponent(clientId)}/${encodeURIComponent(orderId)}`;
}

export interface PrintSize {
  widthMm: number;
  heightMm: number;
}

/** A kept file as staff read it; of artwork with how large its print may be, and how fine it is then. */
export function shownFile(file: KeptFile, orderUrl: string, printArea: PrintSize | undefined) {
  const { pointer, role, sha256, mediaType, bytes, fetched } = file;
  const url = `${orderUrl}/files/${sha256}`;
  const printDpi = printArea && artworkDpi(file, printArea);
  return {
    pointer,
    role,
    sha256,
    mediaType,
    bytes,
    fetched,
    url,
    thumbnails: { small: `${url}/thumbnails/small`, large: `${url}/thumbnails/large` },
    ...measuresOf(file),
    ...(printArea && { printArea }),
    ...(printDpi !== undefined && { printDpi }),
  };
}

/** `SHOP-10001_artwork_9f86d081.png`: what no file system and no header has trouble with. */
export function fileName(orderId: string, role: string, mediaType: string, sha256: string): string {
  return `${plainName(orderId)}_${role}_${sha256.slice(0, HASH_IN_NAME_LENGTH)}.${extensionOf(mediaType)}`;
}

export function extensionOf(mediaType: string): string {
  return EXTENSIONS[mediaType] ?? 'bin';
}

/** The orderId as a part of a path. */
export function plainName(orderId: string): string {
  const name = orderId.replaceAll(/[^\w-]+/g, '-').slice(0, NAME_LENGTH_MAX);
  return RESERVED.test(name) ? `${name}_` : name;
}
