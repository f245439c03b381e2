/**
 * Keeps the shell of the station pages, so that they open without a network. The build writes the list of files.
 * It answers nothing else: requests to the API and pages of the office go to the server.
 */
const FILES = __FILES__;
/** Both depths of a station page, because the page contains the way back to the console's folder. */
const PAGES = ['station', 'station/make'];
const CACHE = `platen-station-${__VERSION__}`;
const STATION = /\/station(\/[a-z-]+)?\/?$/;

const { scope } = self.registration;
const CONSOLE = new URL('.', scope).href;

self.addEventListener('install', (event) => {
  const addresses = [...FILES, ...PAGES].map((file) => new URL(file, CONSOLE).href);
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(addresses))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('platen-station-') && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (STATION.test(pathname)) event.respondWith(openPage(request, pathname));
  } else if (FILES.some((file) => request.url === new URL(file, CONSOLE).href)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});

/** Asks the server, and opens the kept page if it cannot answer. */
async function openPage(request, pathname) {
  const [shallow, deep] = PAGES.map((page) => new URL(page, CONSOLE).href);
  const keptPage = () => caches.match(pathname.endsWith('/station') ? shallow : deep);
  try {
    const answer = await fetch(request);
    return answer.status < 500 ? answer : ((await keptPage()) ?? answer);
  } catch (error) {
    const kept = await keptPage();
    if (kept) return kept;
    throw error;
  }
}
