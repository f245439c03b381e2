export type MediaType = 'image/png' | 'image/jpeg' | 'application/pdf' | 'application/zpl' | 'text/html';

/** Why a file cannot be used although it begins as its media type does. */
export type FileFault =
  | 'unreadable'
  | 'too_many_pixels'
  | 'encrypted'
  | 'no_pages'
  | 'too_complex'
  /** It has content that is not allowed: `problem` names it. */
  | 'not_printable';

/** What the bytes of a file say it is, whatever its name or its server said. */
export interface FileContent {
  /** Undefined where the bytes begin as none of these, or where reading them took too much. */
  mediaType: MediaType | undefined;
  bytes: number;
  fault?: FileFault;
  /** The cause and the remedy in words for the customer, set for the fault `not_printable`. */
  problem?: string;
  /** Pixels, of an image. */
  width?: number;
  height?: number;
  /** Pixels per inch that an image says of itself; the lower number where they differ across and down. */
  dpi?: number;
  /** Whether an image may have transparent pixels. */
  hasAlpha?: boolean;
  /** Of a PDF. */
  pages?: number;
  /** Millimeters, of the first page of a PDF as it is shown. */
  widthMm?: number;
  heightMm?: number;
}

/** What an inspection of one format finds beside the media type and the size. */
export type Findings = Omit<FileContent, 'mediaType' | 'bytes'>;
