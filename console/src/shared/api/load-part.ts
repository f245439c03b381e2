import { lazyRouteComponent } from '@tanstack/react-router';

const RETRY_MS = 2_000;
/** Minimum time between two reloads, so that a lasting error does not reload the page for ever. */
const AGAIN_AFTER_MS = 60_000;
const RELOADED = 'platen.reloaded';

/** Returns a component of a route, whose file is loaded when the route is opened. */
export const lazyPage = ((load, name) => lazyRouteComponent(() => loadPart(load), name)) as typeof lazyRouteComponent;

/** The files that are missing because the server does not answer. */
const lost = new Set<unknown>();
const listeners = new Set<() => void>();

/**
 * Loads a file of the console. While the server does not answer, the page stays as it is. Reloads the page if
 * the file is still missing after an answer: the version is newer, or Chromium remembers the failure.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    await untilAnswered(load);
    askForStylesAgain();
    return await load().catch((error) => {
      if (!mayReload() || wasReloaded()) throw error;
      sessionStorage.setItem(RELOADED, String(Date.now()));
      location.reload();
      return new Promise<never>(() => {});
    });
  }
}

async function untilAnswered(part: unknown): Promise<void> {
  while (!(await isAnswered())) {
    lost.add(part);
    announce();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  if (lost.delete(part)) announce();
}

const isAnswered = (): Promise<boolean> =>
  fetch(document.baseURI, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Returns whether a file is missing because the server does not answer. */
export const isPartLost = (): boolean => lost.size > 0;

export function subscribeToParts(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function announce(): void {
  for (const changed of listeners) changed();
}

let mayReload = () => true;

/** Lets missing files reload the page only while this returns true. Otherwise a person may be typing. */
export function reloadOnlyWhile(isNavigating: () => boolean): void {
  mayReload = isNavigating;
}

/** Returns whether this document is itself the result of a reload. */
function wasReloaded(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED));
  return last < performance.timeOrigin && Date.now() - last < AGAIN_AFTER_MS;
}

/** Loads failed styles again, because Vite requests each of them only once. */
function askForStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (!link.sheet) link.replaceWith(link.cloneNode());
  }
}
