/** Loaders for images in files, for the PNGs of labels, for the large picture, and for drawings of papers. */
const LOADERS = [
  'VipsForeignLoadPngFile',
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadSvgBuffer',
];

let opened: Promise<typeof import('sharp').default> | undefined;

/** Loads sharp with the first image, because it takes 20 MB of memory. Other formats are not read. */
export function openSharp() {
  opened ??= loadSharp();
  return opened;
}

/** Runs once, because a picture that is read in another thread fails while its loader is blocked. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Each image is read once, so nothing is cached.
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [...LOADERS] });
  return sharp;
}
