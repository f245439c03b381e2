/** A drawing of Platen's own, never a stranger's: whoever judges and draws files refuses SVG. */
export interface Drawing {
  svg: string;
  as: 'png' | 'jpeg';
}

const PNG_COMPRESSION = 6;
const JPEG_QUALITY = 82;

/** The drawing as an image, in base64: it crosses from one process to another. */
export async function paintDrawing({ svg, as }: Drawing): Promise<string> {
  const { default: sharp } = await import('sharp');
  const drawing = sharp(Buffer.from(svg));
  const painted =
    as === 'png'
      ? drawing.png({ compressionLevel: PNG_COMPRESSION })
      : drawing.jpeg({ quality: JPEG_QUALITY });
  return (await painted.toBuffer()).toString('base64');
}
