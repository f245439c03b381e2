/** Path of the console's folder, `/console/` or below another: the <base> of index.html says it. */
export const CONSOLE_PATH = new URL(document.baseURI).pathname;

/** Address of the server, without a slash at the end. The console stands one folder below it. */
export const SERVER_URL = new URL('..', document.baseURI).href.replace(/\/$/, '');
