import type { Copy } from '../shared/copy/copy.ts';
import { currentLanguage } from '../shared/copy/language.ts';
import { partsCopy } from '../shared/copy/parts-copy.ts';
import { sharedCopy } from '../shared/copy/shared-copy.ts';

/** A step of the way to a page; the last one is the page, and its title. */
export interface Crumb {
  label: string;
  /** Absent: it is the page itself. */
  to?: string;
}

/** In a route's loader: loads the feature's words, and says the way to the page in them. */
export async function loadCrumbs<Words>(
  copy: Copy<Words>,
  crumbs: (words: Words) => Crumb[],
): Promise<{ crumbs: Crumb[] }> {
  const language = currentLanguage();
  const load = [copy.load(language), sharedCopy.load(language), partsCopy.load(language)] as const;
  const [words] = await Promise.all(load);
  return { crumbs: crumbs(words) };
}
