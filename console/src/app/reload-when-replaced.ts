const RELOADED = 'platen.reloaded';
/** One that is not mended by loading the page again must not load it for ever. */
const AGAIN_AFTER_MS = 60_000;

/** A newer Platen has other files: a page that was open before loads itself anew when it misses one of the old. */
export function reloadWhenReplaced(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(RELOADED));
    if (Date.now() - last < AGAIN_AFTER_MS) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED, String(Date.now()));
    location.reload();
  });
}
