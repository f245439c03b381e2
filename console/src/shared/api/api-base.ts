/** Path of the console, such as `/console/`. The server writes it into the <base> of index.html. */
export const CONSOLE_PATH = new URL(document.baseURI).pathname;

/** Address of the server, without a trailing slash. It is one folder above the console. */
export const SERVER_URL = new URL('..', document.baseURI).href.replace(/\/$/, '');
