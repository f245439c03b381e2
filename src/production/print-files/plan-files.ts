import { hash } from 'node:crypto';
import type { PrintArea } from '../../catalog/catalog-schemas.ts';
import { type FittingRule, placeArtwork } from '../../catalog/printing/placement-rules.ts';
import type { PrintTechnology } from '../../catalog/printing/print-technologies.ts';
import type { PrintSettings } from '../../catalog/printing/read-print-settings.ts';
import type { Order } from '../../orders/document/order-schemas.ts';
import type { OrderKey } from '../../orders/rows/order-row-store.ts';
import type { PrintTask } from '../../platform/files/make-print-file.ts';
import type { WorkFile } from '../piece-facts-store.ts';
import type { PrintFile } from './print-file-store.ts';

/** Changes with the way in which files are made, so that changed orders get new ones. */
const MAKING_VERSION = 1;

/** A task without its paths. */
export interface PlannedTask extends Omit<PrintTask, 'path' | 'folder' | 'look' | 'backdrop'> {
  /** The picture of the article, relative to its folder, and the print area on it. */
  backdrop?: { url: string; area: NonNullable<PrintArea['picture']> };
}

export interface PlannedFile {
  /** Waiting, failed, or as it was made. */
  file: PrintFile;
  isMade: boolean;
  /** Absent: there can be no file. */
  task?: PlannedTask;
  artwork?: WorkFile;
}

interface Given {
  files: ReadonlyMap<string, WorkFile>;
  before: readonly PrintFile[];
  settings: PrintSettings;
  now: Date;
}

/** Decides which print files an order needs, and which of the present ones stay. */
export function planFiles(key: OrderKey, { items }: Pick<Order, 'items'>, given: Given): PlannedFile[] {
  const { files, settings, now } = given;
  const before = new Map(given.before.map((one) => [`${one.position} ${one.print}`, one]));
  return items.flatMap(({ id: itemId, customProduct }, index) =>
    (customProduct?.prints ?? []).map(({ location, technology }, print): PlannedFile => {
      const position = index + 1;
      const artwork = files.get(`/items/${index}/customProduct/prints/${print}/dataUrl`);
      const sku = customProduct?.sku ?? '';
      const { outcome, task } = planPrint({
        artwork,
        area: settings.areaOf(sku, location),
        rule: settings.fittingOf(sku),
        technology: settings.technologyOf(technology),
        picture: settings.pictureOf(sku),
      });
      const inputs = hash('sha256', JSON.stringify([MAKING_VERSION, outcome, task, artwork?.sha256]));
      const what = { itemId, location, technology, inputs };
      const earlier = before.get(`${position} ${print}`);
      const isSame = earlier !== undefined && isMatching(earlier, what);
      const planned = { ...(task && { task }), ...(artwork && { artwork }) };
      if (isSame && earlier.state !== 'waiting') return { file: earlier, isMade: true, ...planned };
      const version = isSame ? earlier.version : (earlier?.version ?? 0) + 1;
      const file = { ...key, ...what, ...NOT_MADE, ...outcome, position, print, version, updated: now };
      return { file, isMade: false, ...planned };
    }),
  );
}

/** Returns whether the file was made, or is to be made, for this print. */
function isMatching(
  earlier: PrintFile,
  what: Pick<PrintFile, 'itemId' | 'location' | 'technology' | 'inputs'>,
): boolean {
  return (Object.keys(what) as (keyof typeof what)[]).every((name) => earlier[name] === what[name]);
}

const NO_SIZE = { widthMm: null, heightMm: null, leftMm: null, topMm: null };
const NOT_MADE = { kind: null, sha256: null, picture: null, bytes: null, dpi: null, mirrored: null };
type Outcome = Pick<PrintFile, 'state' | 'errorCode' | 'errorData' | keyof typeof NO_SIZE>;

interface Ingredients {
  artwork: WorkFile | undefined;
  area: PrintArea | undefined;
  rule: FittingRule;
  technology: PrintTechnology;
  picture: string | undefined;
}

/** Decides the size and the kind of a file, or why there can be none. */
function planPrint({ artwork, area, rule, technology, picture }: Ingredients): {
  outcome: Outcome;
  task?: PlannedTask;
} {
  const fail = (errorCode: string) => ({
    outcome: { ...NO_SIZE, state: 'failed' as const, errorCode, errorData: null },
  });
  if (!area) return fail('no_print_area');
  if (!artwork) return fail('no_artwork');
  const { part, widthMm, heightMm, leftMm, topMm } = placeArtwork(artwork, area, rule);
  const isPdf = artwork.mediaType === 'application/pdf';
  const { isMirrored, pictureKind, keepsPdf, dpi } = technology;
  const bleed = area.bleedMm ?? 0;
  const isOwnPicture = picture !== undefined && !/^[a-z][a-z0-9+.-]*:/i.test(picture);
  return {
    outcome: { widthMm, heightMm, leftMm, topMm, state: 'waiting', errorCode: null, errorData: null },
    task: {
      mediaType: isPdf ? 'application/pdf' : 'image/png',
      kind: isPdf && keepsPdf ? 'PDF' : pictureKind,
      ...{ dpi, isMirrored, widthMm, heightMm, part },
      area: {
        widthMm: area.widthMm + 2 * bleed,
        heightMm: area.heightMm + 2 * bleed,
        leftMm: leftMm + bleed,
        topMm: topMm + bleed,
      },
      ...(isOwnPicture && area.picture && { backdrop: { url: picture, area: area.picture } }),
    },
  };
}
