import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Fonts and character tables that a PDF may name without holding them. */
const LIBRARY = dirname(
  dirname(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))),
);
/** Of an image within a page. */
const IMAGE_PIXELS_MAX = 100_000_000;

/** Of the library; in Node it draws with @napi-rs/canvas. */
interface CanvasFactory {
  create(width: number, height: number): { canvas: HTMLCanvasElement };
}

/** The first page of a PDF as a PNG, on white, with so many pixels along its longer side. Rejects where it cannot be drawn. */
export async function drawPage(content: Buffer, pixels: number): Promise<Buffer> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: new Uint8Array(content),
    standardFontDataUrl: join(LIBRARY, 'standard_fonts/'),
    cMapUrl: join(LIBRARY, 'cmaps/'),
    wasmUrl: join(LIBRARY, 'wasm/'),
    iccUrl: join(LIBRARY, 'iccs/'),
    useSystemFonts: false,
    useWorkerFetch: false,
    maxImageSize: IMAGE_PIXELS_MAX,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const pdf = await task.promise;
    const page = await pdf.getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: pixels / Math.max(width, height) });
    const { canvas } = (pdf.canvasFactory as CanvasFactory).create(
      Math.max(1, Math.round(viewport.width)),
      Math.max(1, Math.round(viewport.height)),
    );
    await page.render({ canvas, viewport, background: 'white' }).promise;
    return (canvas as unknown as { toBuffer(type: string): Buffer }).toBuffer('image/png');
  } finally {
    await task.destroy();
  }
}
