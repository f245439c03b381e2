// src/platen-errors.ts
/** Base class of all errors of this client. */
var PlatenError = class extends Error {};
/** A response outside 2xx, or without the JSON of the API. `error` identifies the case. */
var PlatenApiError = class extends PlatenError {
	/** HTTP status. */
	status;
	error;
	/** All violations as one text, or a general explanation of the error. */
	detail;
	/** Quote it when you contact the fulfillment center. */
	requestId;
	/** Every violation in the request; empty for other errors. */
	violations;
	/** Minimum wait before the next request, as the server asks, in milliseconds. */
	retryAfterMs;
	constructor(message, fields) {
		super(message);
		this.status = fields.status;
		this.error = fields.error;
		this.detail = fields.detail;
		this.requestId = fields.requestId;
		this.violations = fields.violations;
		this.retryAfterMs = fields.retryAfterMs;
	}
};
/** 400, 413, 415 or 422: the request must be changed. `violations` has the places. */
var PlatenInvalidRequestError = class extends PlatenApiError {};
/** 401: the client id, the secret or the token is not valid. */
var PlatenAuthenticationError = class extends PlatenApiError {};
/** 403: the client may not do this. */
var PlatenPermissionError = class extends PlatenApiError {};
/** 404 or 410: there is no such thing, or no longer. */
var PlatenNotFoundError = class extends PlatenApiError {};
/** 409 or 412: the state does not allow it, or the version has changed. */
var PlatenConflictError = class extends PlatenApiError {};
/** 429: a quota is used up. `retryAfterMs` is the wait. */
var PlatenRateLimitError = class extends PlatenApiError {};
/** 500 to 599: the server failed. Send the request again. */
var PlatenServerError = class extends PlatenApiError {};
/** No complete response arrived; `cause` has the reason. The server may have carried out the request. */
var PlatenConnectionError = class extends PlatenError {};
/** No complete response arrived within `timeoutMs`. */
var PlatenTimeoutError = class extends PlatenConnectionError {};
const KINDS = {
	400: PlatenInvalidRequestError,
	401: PlatenAuthenticationError,
	403: PlatenPermissionError,
	404: PlatenNotFoundError,
	409: PlatenConflictError,
	410: PlatenNotFoundError,
	412: PlatenConflictError,
	413: PlatenInvalidRequestError,
	415: PlatenInvalidRequestError,
	422: PlatenInvalidRequestError,
	429: PlatenRateLimitError
};
/** Returns the class of errors with this HTTP status. */
function errorClassOf(status) {
	return KINDS[status] ?? (status >= 500 ? PlatenServerError : PlatenApiError);
}
for (const [name, { prototype }] of Object.entries({
	PlatenError,
	PlatenApiError,
	PlatenInvalidRequestError,
	PlatenAuthenticationError,
	PlatenPermissionError,
	PlatenNotFoundError,
	PlatenConflictError,
	PlatenRateLimitError,
	PlatenServerError,
	PlatenConnectionError,
	PlatenTimeoutError
})) prototype.name = name;
// src/responses.ts
const infos = /* @__PURE__ */ new WeakMap();
/** Keeps the response of a result of this client, or of a part of it. */
function keepResponse(result, { status, headers }) {
	infos.set(result, {
		status,
		requestId: headers.get("x-request-id") ?? void 0,
		isReplayed: headers.get("idempotent-replayed") === "true",
		quota: readQuota(headers),
		headers
	});
	return result;
}
/** Returns the response of a PlatenApiError, or of an object that a call returned, such as an order. */
function responseOf(result) {
	return infos.get(result);
}
/** Reads `RateLimit: "api";r=2999;t=60` and `RateLimit-Policy: "api";q=3000;w=60`. */
function readQuota(headers) {
	const [, remaining, reset] = /;r=(\d+);t=(\d+)/.exec(headers.get("ratelimit") ?? "") ?? [];
	if (remaining === void 0) return void 0;
	const [, limit] = /;q=(\d+)/.exec(headers.get("ratelimit-policy") ?? "") ?? [];
	return {
		remaining: Number(remaining),
		resetSeconds: Number(reset),
		limit: limit === void 0 ? void 0 : Number(limit)
	};
}
// src/exchange.ts
/**
* Sends one request without retries, reads the whole response, and notifies `onRequest` and `onResponse`.
* Throws only their errors and the reason of the caller's `signal`.
*/
async function exchange(settings, request, signal) {
	const notice = {
		method: request.method,
		path: new URL(request.url).pathname,
		attempt: request.attempt
	};
	settings.onRequest?.(notice);
	const startedMs = performance.now();
	let response;
	try {
		const outcome = await send(settings, request, signal);
		response = "answer" in outcome ? outcome.answer : responseOf(outcome.failure);
		return outcome;
	} finally {
		const requestId = response?.headers.get("x-request-id") ?? void 0;
		const elapsedMs = Math.round(performance.now() - startedMs);
		settings.onResponse?.({
			...notice,
			status: response?.status,
			requestId,
			elapsedMs
		});
	}
}
async function send({ fetch, timeoutMs, now }, request, signal) {
	const timeout = AbortSignal.timeout(timeoutMs);
	const what = `${request.method} ${request.url.replace(/\?.*/, "")}`;
	try {
		const response = await fetch(request.url, {
			method: request.method,
			headers: request.headers,
			body: request.body ?? null,
			redirect: "manual",
			signal: signal ? AbortSignal.any([signal, timeout]) : timeout
		});
		const { ok, status, headers } = response;
		const isFile = request.expected === "file" || request.expected === "any" && hasFile(headers);
		if (ok && isFile) return { answer: keep({
			status,
			body: new Uint8Array(await response.arrayBuffer()),
			headers
		}) };
		const text = await response.text();
		const body = parseJson(text);
		if (request.expected === "any" && text === "" && (ok || status === 304) || ok && body) return { answer: keep({
			status,
			body,
			headers
		}) };
		return { failure: apiError(what, response, body, now()) };
	} catch (cause) {
		signal?.throwIfAborted();
		return { failure: timeout.aborted ? new PlatenTimeoutError(`${what}: no complete answer within ${timeoutMs} ms.`, { cause }) : new PlatenConnectionError(`${what}: the connection failed.`, { cause }) };
	}
}
/** Returns whether the body is a file. A page of HTML comes from a proxy, because the API has none. */
function hasFile(headers) {
	return !/^(?:$|application\/json|text\/html)/.test(headers.get("content-type") ?? "");
}
function keep(answer) {
	if (answer.body) keepResponse(answer.body, answer);
	return answer;
}
/**
* Parses a JSON object or array. Returns undefined for anything else. The error of the parser is dropped,
* because it quotes the text, which may contain tokens.
*/
function parseJson(text) {
	try {
		const value = JSON.parse(text);
		return typeof value === "object" && value !== null ? value : void 0;
	} catch {
		return;
	}
}
function apiError(what, response, body, nowMs) {
	const { status, headers } = response;
	const known = body ?? {};
	const isOurs = !response.ok && typeof known.error === "string" && typeof known.message === "string";
	const { error, message, detail, requestId, violations } = isOurs ? known : {};
	const unexpected = response.type === "opaqueredirect" || status >= 300 && status < 400 ? `${what} was redirected; give the final address as baseUrl or authUrl.` : `${what} answered ${status} without the JSON of the API. A proxy or another server may have answered.`;
	return keepResponse(new (isOurs ? errorClassOf(status) : PlatenApiError)(message ?? unexpected, {
		status,
		error: error ?? "unexpected_answer",
		detail,
		requestId: requestId ?? headers.get("x-request-id") ?? void 0,
		violations: violations ?? [],
		retryAfterMs: retryAfterMs(headers.get("retry-after"), nowMs)
	}), response);
}
/**
* Reads Retry-After (RFC 9110, 10.2.3) as milliseconds from now. Returns undefined if it is missing or
* malformed.
*/
function retryAfterMs(value, nowMs) {
	if (value === null) return void 0;
	if (/^\d+$/.test(value)) return Number(value) * 1e3;
	const at = Date.parse(value);
	return Number.isNaN(at) ? void 0 : Math.max(0, at - nowMs);
}
// src/retry.ts
const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 8e3;
/** Faults after which an idempotent request of the API is sent again. */
const IDEMPOTENT_RETRIED = /* @__PURE__ */ new Set([
	408,
	429,
	500,
	502,
	503,
	504,
	"no_answer"
]);
/** Faults after which any other request is sent again, because the server has not executed it. */
const ONCE_RETRIED = /* @__PURE__ */ new Set([408, 429]);
/** Faults after which a token request is sent again. Each token request counts against a small quota. */
const TOKEN_RETRIED = /* @__PURE__ */ new Set([
	408,
	429,
	502,
	503,
	504,
	"no_answer"
]);
/**
* Returns the first successful response. Repeats an attempt that resolves to a failure if its fault is in
* `retried`, or if the connection was refused, within `maxRetries` and RETRY_TOTAL_MS. An attempt that throws
* is not repeated.
*/
async function sendWithRetries(settings, retried, attempt, signal) {
	const { maxRetries, onRetry, now, sleep, random } = settings;
	const startedMs = now();
	for (let retry = 1;; retry++) {
		const outcome = await attempt();
		if ("answer" in outcome) return outcome.answer;
		const { failure } = outcome;
		const delayMs = retryDelayMs(failure, retry, random());
		if (!(retried.has(failure instanceof PlatenApiError ? failure.status : "no_answer") || isRefused(failure.cause)) || retry > maxRetries || now() + delayMs > startedMs + 12e4) throw failure;
		onRetry?.({
			retry,
			delayMs,
			error: failure
		});
		await sleep(delayMs, signal);
	}
}
/** Returns whether the server refused the connection (Node, Bun, Deno): it has not executed the request. */
function isRefused(cause) {
	for (let error = cause; error; error = error.cause) if (/ECONNREFUSED|ConnectionRefused|Connection refused/.test(`${error.code} ${error.message}`)) return true;
	return false;
}
/** Returns the delay: exponential backoff, half of it with jitter, plus the Retry-After of the server. */
function retryDelayMs(failure, retry, random) {
	const askedMs = failure instanceof PlatenApiError ? failure.retryAfterMs ?? 0 : 0;
	const backoffMs = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (retry - 1));
	return askedMs + Math.round(backoffMs * (1 + random) / 2);
}
/** Waits `delayMs` milliseconds, or rejects with the signal's reason as soon as it is aborted. */
function sleep(delayMs, signal) {
	return new Promise((resolve, reject) => {
		signal?.throwIfAborted();
		const abort = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", abort);
			resolve();
		}, delayMs);
		signal?.addEventListener("abort", abort, { once: true });
	});
}
// src/access-token-source.ts
/** A token is renewed this long before it expires, to allow for slow requests and clocks that differ. */
const EXPIRY_SKEW_MS = 3e4;
/**
* Gets access tokens by OAuth 2.0 client credentials (RFC 6749, 4.4) and keeps each until shortly before it
* expires.
*/
var AccessTokenSource = class {
	#settings;
	#request;
	#held;
	#asking;
	constructor(settings, authUrl, clientId, clientSecret) {
		this.#settings = settings;
		this.#request = {
			method: "POST",
			url: `${authUrl}/oauth/token`,
			headers: {
				"user-agent": settings.userAgent,
				accept: "application/json",
				"content-type": "application/json"
			},
			body: JSON.stringify({
				grant_type: "client_credentials",
				client_id: clientId,
				client_secret: clientSecret
			})
		};
	}
	/** Returns a token. Concurrent calls share one token request. `signal` ends only the wait of this call. */
	async get(signal) {
		signal?.throwIfAborted();
		if (this.#held && this.#settings.now() < this.#held.renewAtMs) return this.#held.token;
		this.#asking ??= this.#ask().finally(() => {
			this.#asking = void 0;
		});
		return rejectOnAbort(this.#asking, signal);
	}
	/** Forgets `token` after the API refused it. Keeps a newer token. */
	drop(token) {
		if (this.#held?.token === token) this.#held = void 0;
	}
	async #ask() {
		const settings = this.#settings;
		let askedAtMs = 0;
		let attempts = 0;
		const attempt = () => {
			askedAtMs = settings.now();
			return exchange(settings, {
				...this.#request,
				attempt: ++attempts
			}, void 0);
		};
		const { body } = await sendWithRetries(settings, TOKEN_RETRIED, attempt, void 0);
		const { access_token: token, expires_in: seconds } = body;
		if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token) || typeof seconds !== "number") throw new PlatenError(`POST ${this.#request.url} answered without a usable token.`);
		const lifetimeMs = seconds * 1e3;
		this.#held = {
			token,
			renewAtMs: askedAtMs + lifetimeMs - Math.min(EXPIRY_SKEW_MS, lifetimeMs / 2)
		};
		return token;
	}
};
function rejectOnAbort(promise, signal) {
	if (!signal) return promise;
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		signal.addEventListener("abort", abort, { once: true });
		promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
	});
}
// src/user-agent.ts
/** The version in package.json, which a test compares. */
const VERSION = "0.1.0";
/** Node, Bun, Deno and Workers name themselves. Browsers send their own User-Agent instead. */
const RUNTIME = globalThis.navigator?.userAgent;
/**
* Returns the User-Agent, which names this client, its runtime and the program. Throws a TypeError that names
* an invalid field of `app`.
*/
function userAgentOf(app) {
	const client = `platen-client/${VERSION}${RUNTIME === void 0 ? "" : ` ${RUNTIME}`}`;
	if (!app) return client;
	const { name = "", version, url } = app;
	for (const [field, value] of Object.entries({
		name,
		version,
		url
	})) {
		if (value === void 0 || /^[\x20-\x7e]+$/.test(value)) continue;
		throw new TypeError(`appInfo.${field} must be printable ASCII characters.`);
	}
	return `${client} ${name}${version === void 0 ? "" : `/${version}`}${url === void 0 ? "" : ` (${url})`}`;
}
/** The maximum delay of a timer. */
const TIMEOUT_MAX_MS = 2147483647;
const RETRIES_MAX = 20;
/** Reads the settings. Throws a TypeError that names an invalid option. */
function readSettings(options) {
	return {
		fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
		timeoutMs: requireWholeNumber("timeoutMs", options.timeoutMs ?? 3e4, 1, TIMEOUT_MAX_MS),
		maxRetries: requireWholeNumber("maxRetries", options.maxRetries ?? 8, 0, RETRIES_MAX),
		userAgent: userAgentOf(options.appInfo),
		onRequest: options.onRequest,
		onResponse: options.onResponse,
		onRetry: options.onRetry,
		now: options.now ?? Date.now,
		sleep: options.sleep ?? sleep,
		random: options.random ?? Math.random
	};
}
/** Returns the settings of one call. Throws a TypeError that names an invalid option. */
function callSettings(settings, { timeoutMs = settings.timeoutMs, maxRetries = settings.maxRetries }) {
	return {
		...settings,
		timeoutMs: requireWholeNumber("timeoutMs", timeoutMs, 1, TIMEOUT_MAX_MS),
		maxRetries: requireWholeNumber("maxRetries", maxRetries, 0, RETRIES_MAX)
	};
}
/**
* Returns the address without a trailing slash. Throws TypeError without the value, which may contain a
* password.
*/
function readBaseUrl(name, value) {
	const url = URL.canParse(value) ? new URL(value) : void 0;
	if (!(url && !url.username && !url.password && !url.search && !url.hash) || !/^https?:$/.test(url.protocol)) throw new TypeError(`${name} must be an http or https address without credentials, query or fragment.`);
	return url.href.replace(/\/+$/, "");
}
/**
* Returns the string. Throws TypeError if it is missing, for example because an environment variable is not
* set.
*/
function readCredential(name, value) {
	if (typeof value !== "string" || value === "") throw new TypeError(`${name} must be a non-empty string.`);
	return value;
}
function requireWholeNumber(name, value, min, max) {
	if (Number.isInteger(value) && value >= min && value <= max) return value;
	throw new TypeError(`${name} must be a whole number from ${min} to ${max}.`);
}
// src/api-connection.ts
/** The slowest upload that the default time limit allows: 2 Mbit/s. */
const UPLOAD_BYTES_PER_MS = 250;
/** Sends authenticated requests to one API. */
var ApiConnection = class {
	#settings;
	#baseUrl;
	#tokens;
	constructor(settings, baseUrl, tokens) {
		this.#settings = settings;
		this.#baseUrl = baseUrl;
		this.#tokens = tokens;
	}
	get(path, query, options = {}) {
		return this.#send("GET", `${path}${queryString(query)}`, void 0, options, IDEMPOTENT_RETRIED);
	}
	/** Reads a file. */
	async getFile(path, options = {}) {
		const { body } = await this.#send("GET", path, void 0, options, IDEMPOTENT_RETRIED, { expected: "file" });
		return body;
	}
	/**
	* Sends a POST with `body` as JSON. It may be sent again after a lost response, so use it only for
	* idempotent requests.
	*/
	post(path, body, options = {}) {
		return this.#send("POST", path, body, options, IDEMPOTENT_RETRIED);
	}
	/** Sends a POST with a file as its body. Idempotent. A large file has a longer time limit by default. */
	postFile(path, content, options = {}) {
		if (!isFile(content)) throw new TypeError("content must be a Uint8Array or a Blob.");
		const bytes = ArrayBuffer.isView(content) ? content.byteLength : content.size;
		const timeoutMs = options.timeoutMs ?? this.#settings.timeoutMs + Math.ceil(bytes / UPLOAD_BYTES_PER_MS);
		return this.#send("POST", path, content, {
			...options,
			timeoutMs
		}, IDEMPOTENT_RETRIED);
	}
	/** Sends a POST that is not idempotent. It is not sent again after a lost response. */
	postOnce(path, body, options = {}) {
		return this.#send("POST", path, body, options, ONCE_RETRIED);
	}
	put(path, body, options = {}) {
		return this.#send("PUT", path, body, options, IDEMPOTENT_RETRIED);
	}
	/** Sends a POST that the server carries out once for each key, so that it may be sent again. */
	postWithKey(path, body, options = {}) {
		const headers = { "idempotency-key": options.idempotencyKey ?? crypto.randomUUID() };
		return this.#send("POST", path, body, options, IDEMPOTENT_RETRIED, { headers });
	}
	request({ method, path, query = {}, body, headers = {}, idempotencyKey, ...options }) {
		if (!/^\/[^/\\]/.test(path)) throw new PlatenError("path must begin with a single slash, such as /v1/orders.");
		if (method === "GET" && body !== void 0) throw new PlatenError("A GET request cannot carry a body.");
		const isRepeatable = method !== "POST" || idempotencyKey !== void 0;
		const all = {
			...headers,
			...idempotencyKey !== void 0 && { "idempotency-key": idempotencyKey }
		};
		const retried = isRepeatable ? IDEMPOTENT_RETRIED : ONCE_RETRIED;
		const more = {
			headers: all,
			expected: "any"
		};
		return this.#send(method, `${path}${queryString(query)}`, body, options, retried, more);
	}
	delete(path, options = {}) {
		return this.#send("DELETE", path, void 0, options, IDEMPOTENT_RETRIED);
	}
	#send(method, path, content, { signal, ifMatch, timeoutMs, maxRetries }, retried, { headers: more = {}, expected } = {}) {
		const settings = callSettings(this.#settings, {
			timeoutMs,
			maxRetries
		});
		const url = `${this.#baseUrl}${path}`;
		checkHeaders({
			...more,
			...ifMatch !== void 0 && { "if-match": ifMatch }
		});
		const body = content === void 0 ? void 0 : isFile(content) ? content : JSON.stringify(content);
		const contentType = isFile(content) ? "application/octet-stream" : "application/json";
		let attempts = 0;
		let isRenewed = false;
		const attempt = async () => {
			const token = await this.#tokens.get(signal);
			const headers = {
				"user-agent": settings.userAgent,
				accept: expected === void 0 ? "application/json" : "*/*",
				...body !== void 0 && { "content-type": contentType },
				...ifMatch !== void 0 && { "if-match": ifMatch },
				...Object.fromEntries(Object.entries(more).map(([name, value]) => [name.toLowerCase(), value])),
				authorization: `Bearer ${token}`
			};
			const request = {
				method,
				url,
				headers,
				body,
				expected,
				attempt: ++attempts
			};
			const outcome = await exchange(settings, request, signal);
			if (isRenewed || !isTokenRefused(outcome)) return outcome;
			isRenewed = true;
			this.#tokens.drop(token);
			return attempt();
		};
		return sendWithRetries(settings, retried, attempt, signal);
	}
};
/** Throws PlatenError for a header that `fetch` refuses, because a retry would not help. */
function checkHeaders(headers) {
	for (const [name, value] of Object.entries(headers)) try {
		new Headers([[name, value]]);
	} catch {
		throw new PlatenError(`The header ${name} contains a character that a header cannot carry.`);
	}
}
function isFile(content) {
	return ArrayBuffer.isView(content) || content instanceof Blob;
}
function isTokenRefused(outcome) {
	const failure = "failure" in outcome ? outcome.failure : void 0;
	return failure instanceof PlatenApiError && failure.status === 401 && failure.error === "invalid_token";
}
function queryString(query) {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value === void 0) continue;
		parameters.set(name, value instanceof Date ? value.toISOString() : String(value));
	}
	const text = parameters.toString();
	return text && `?${text}`;
}
/** Percent-encodes `value` as one path segment. Throws PlatenError if a path cannot contain it. */
function pathSegment(name, value) {
	if (value === void 0 || value === null) throw new PlatenError(`${name} is missing.`);
	if (/^\.{0,2}$/.test(value) || /\p{Surrogate}/u.test(value)) throw new PlatenError(`A path cannot contain this ${name}: ${JSON.stringify(value)}`);
	return encodeURIComponent(value);
}
// src/link-header.ts
/** Matches a target in angle brackets and its parameters, up to the next target outside quotes. */
const LINK = /<([^<>]*)>([^<"]*(?:"(?:[^"\\]|\\.)*"[^<"]*)*)/g;
/** Matches one parameter: a name, and an optional quoted or bare value. */
const PARAMETER = /;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;
/** Returns the unparsed target of the first link with rel="next" in a Link header (RFC 8288, 3). */
function nextTarget(header) {
	for (const [, target, parameters = ""] of (header ?? "").matchAll(LINK)) {
		const rel = [...parameters.matchAll(PARAMETER)].find(([, name]) => name?.toLowerCase() === "rel");
		if ((rel?.[2] ?? rel?.[3] ?? "").toLowerCase().split(/\s+/).includes("next")) return target;
	}
}
// src/list.ts
/**
* A list of the API. It sends requests only when it is read: by `for await`, by page, or as an array. Each
* read starts at the first page again.
*/
var List = class {
	#read;
	constructor(read) {
		this.#read = read;
	}
	/** Reads one page: the first, or the one that the query selects. */
	page() {
		return this.#read();
	}
	/** Reads that page and all later ones. Each page is requested when the loop reaches it. */
	async *pages() {
		let page = await this.#read();
		yield page;
		for (let cursor = page.nextCursor; cursor !== void 0; cursor = page.nextCursor) {
			page = await this.#read(cursor);
			if (page.nextCursor === cursor) throw new PlatenError("The server names a page as its own next page.");
			yield page;
		}
	}
	/** Reads all elements, starting at that page. */
	async *[Symbol.asyncIterator]() {
		for await (const page of this.pages()) yield* page.items;
	}
	/** Reads all elements into one array, or the first ones, without requesting later pages. */
	async toArray({ limit = Number.POSITIVE_INFINITY } = {}) {
		if (typeof limit !== "number" || !(limit >= 0)) throw new TypeError("limit must be a number from 0.");
		const elements = [];
		if (limit === 0) return elements;
		for await (const element of this) if (elements.push(element) >= limit) break;
		return elements;
	}
};
/** Lists an endpoint that returns an array. */
function plainList(api, path, query, options) {
	return new List(async (cursor) => {
		const answer = await api.get(path, withCursor(query, cursor), options);
		return keepResponse({
			items: answer.body,
			nextCursor: nextCursor(answer)
		}, answer);
	});
}
/** Lists an endpoint that returns an object with `totalItems` and `data`. */
function countedList(api, path, query, options) {
	return new List(async (cursor) => {
		const answer = await api.get(path, withCursor(query, cursor), options);
		const { data: items, totalItems } = answer.body;
		return keepResponse({
			items,
			nextCursor: nextCursor(answer),
			totalItems
		}, answer);
	});
}
function withCursor(query, cursor = query.cursor) {
	return cursor === void 0 ? query : {
		...query,
		page: void 0,
		cursor
	};
}
/**
* Returns the cursor in the link to the next page. The rest of the link is ignored. Behind a proxy its host
* may be wrong, and the access token must not be sent to another host.
*/
function nextCursor({ headers }) {
	const target = nextTarget(headers.get("link"));
	if (target === void 0) return void 0;
	const cursor = new URLSearchParams(/\?[^#]*/.exec(target)?.[0]).get("cursor");
	if (cursor === null) throw new PlatenError("The link to the next page has no cursor.");
	return cursor;
}
// src/account.ts
/** The credentials, networks and usage of your account. */
var Account = class {
	#api;
	/** @internal */
	constructor(api) {
		this.#api = api;
	}
	/** GET /v1/credentials lists your valid client secrets, newest first, without their values. */
	credentials(options) {
		return plainList(this.#api, "/v1/credentials", {}, options);
	}
	/**
	* POST /v1/credentials creates a client secret, or rotates it. Only this call returns the secret. It is not
	* repeated after a lost response, because a second rotation would end the secret that is in use.
	*/
	async createCredential(request = {}, options) {
		return (await this.#api.postOnce("/v1/credentials", request, options)).body;
	}
	/** DELETE /v1/credentials/{credentialId} ends a secret, and its tokens within 5 seconds. */
	async revokeCredential(credentialId, options) {
		await this.#api.delete(`/v1/credentials/${pathSegment("credentialId", credentialId)}`, options);
	}
	/** GET /v1/networks reads the networks from which your requests are accepted. Empty: all. */
	async networks(options) {
		return (await this.#api.get("/v1/networks", {}, options)).body;
	}
	/** PUT /v1/networks replaces the allow-list, which must contain the address of this request. */
	async replaceNetworks(networks, options) {
		return (await this.#api.put("/v1/networks", { networks }, options)).body;
	}
	/** GET /v1/usage reads the rest of your quota, and the limits of the API. */
	async usage(options) {
		return (await this.#api.get("/v1/usage", {}, options)).body;
	}
};
// src/catalog.ts
/** /v1/products */
var Products = class {
	#api;
	/** @internal */
	constructor(api) {
		this.#api = api;
	}
	/**
	* GET /v1/products lists the products assigned to you, sorted by name. Without any, it is 404
	* `products_not_found`.
	*/
	list(query = {}, options) {
		return countedList(this.#api, "/v1/products", query, options);
	}
};
/** /v1/product-variants */
var ProductVariants = class {
	#api;
	/** @internal */
	constructor(api) {
		this.#api = api;
	}
	/** GET /v1/product-variants lists the variants of your products, sorted by descending EAN-13. */
	list(query = {}, options) {
		return countedList(this.#api, "/v1/product-variants", query, options);
	}
};
/** /v1/article-variants */
var ArticleVariants = class {
	#api;
	/** @internal */
	constructor(api) {
		this.#api = api;
	}
	/** GET /v1/article-variants lists article variants, sorted by SKU. */
	list(query = {}, options) {
		return plainList(this.#api, "/v1/article-variants", query, options);
	}
	/**
	* GET /v1/article-variants/{sku} reads one article variant with its print locations and technologies; 404
	* `article_variant_not_found`.
	*/
	async get(sku, options) {
		const path = `/v1/article-variants/${pathSegment("sku", sku)}`;
		return (await this.#api.get(path, {}, options)).body;
	}
};
/** /v1/articles */
var Articles = class {
	#api;
	/** @internal */
	constructor(api) {
		this.#api = api;
	}
	/** GET /v1/articles/{manufacturerCode} reads one article with its variants; 404 `article_not_found`. */
	async get(manufacturerCode, options) {
		const path = `/v1/articles/${pathSegment("manufacturerCode", manufacturerCode)}`;
		return (await this.#api.get(path, {}, options)).body;
	}
};
/** /v1/carriers */
var Carriers = class {
	#api;
	/** @internal */
	constructor(api) {
		this.#api = api;
	}
	/** GET /v1/carriers lists the carriers of your contract. */
	list(options) {
		return plainList(this.#api, "/v1/carriers", {}, options);
	}
};
/** /v1/stock */
var Stock = class {
	#api;
	/** @internal */
	constructor(api) {
		this.#api = api;
	}
	/** GET /v1/stock lists the blanks and products that you own and the center stores for you. */
	list(query = {}, options) {
		return plainList(this.#api, "/v1/stock", query, options);
	}
	/** GET /v1/stock.csv exports your own stock, as the bytes of a CSV file in UTF-8. */
	async exportCsv(options) {
		return this.#api.getFile("/v1/stock.csv", options);
	}
};
// src/event-feed.ts
/** /v1/events: all events of orders and stock, in an order that never changes. */
var Events = class {
	#api;
	/** @internal */
	constructor(api) {
		this.#api = api;
	}
	/**
	* GET /v1/events reads a part of the feed. 410 `position_expired`: `violations[0].allowed` has another
	* position.
	*/
	async read(query = {}, options) {
		return (await this.#api.get("/v1/events", query, options)).body;
	}
	/** Reads all events after the position, until the present end. `next` is the position after its part. */
	async *all(query = {}, options) {
		let { after } = query;
		for (;;) {
			const { data, next } = await this.read({
				...query,
				after
			}, options);
			for (const event of data) yield {
				...event,
				next
			};
			if (data.length === 0 || next === after) return;
			after = next;
		}
	}
};
// src/files.ts
/** /v1/files: artwork that is checked before ordering, and uploads. */
var Files = class {
	#api;
	/** @internal */
	constructor(api) {
		this.#api = api;
	}
	/** POST /v1/files/checks judges artwork as an order would. Its refusals are in the answer. */
	async check(request, options) {
		return (await this.#api.post("/v1/files/checks", request, options)).body;
	}
	/** POST /v1/files stores a file, of at most 256 MiB, for orders to name its `url`. Idempotent. */
	async upload(content, options) {
		return (await this.#api.postFile("/v1/files", content, options)).body;
	}
	/** GET /v1/files/{fileId} reads a file that you uploaded. */
	async get(fileId, options) {
		return this.#api.getFile(`/v1/files/${pathSegment("fileId", fileId)}`, options);
	}
};
// src/orders.ts
/** /v1/orders */
var Orders = class {
	#api;
	/** @internal */
	constructor(api) {
		this.#api = api;
	}
	/**
	* POST /v1/orders creates an order. A repeated request returns the order as it is now. A different order
	* with a known orderId is 409 `order_already_exists`.
	*/
	async create(order, options) {
		return (await this.#api.post("/v1/orders", order, options)).body;
	}
	/**
	* POST /v1/orders/batch creates up to 100 orders. Returns what became of each, in their order. A repeated
	* call returns the stored orders. Orders beyond the quota have status 429: send only them again.
	*/
	async createBatch(orders, options) {
		const answer = await this.#api.post("/v1/orders/batch", { orders }, options);
		return keepResponse(answer.body.results, answer);
	}
	/** POST /v1/quotes judges an order without storing it. Its violations are in the quote. */
	async quote(order, options) {
		return (await this.#api.post("/v1/quotes", order, options)).body;
	}
	/** POST /v1/orders/{orderId}/hold stops an order before production until `release`. Idempotent. */
	async hold(orderId, request = {}, options) {
		return (await this.#api.post(`${orderPath(orderId)}/hold`, request, options)).body;
	}
	/** POST /v1/orders/{orderId}/release ends a hold. Idempotent. */
	async release(orderId, options) {
		return (await this.#api.post(`${orderPath(orderId)}/release`, {}, options)).body;
	}
	/** POST /v1/orders/{orderId}/rush puts an order before others, if the contract allows it. Idempotent. */
	async rush(orderId, options) {
		return (await this.#api.post(`${orderPath(orderId)}/rush`, {}, options)).body;
	}
	/** GET /v1/orders/{orderId} reads one order; 404 `order_not_found`. */
	async get(orderId, options) {
		return (await this.#api.get(orderPath(orderId), {}, options)).body;
	}
	/** GET /v1/orders/{orderId} reads one order and its ETag, for `replace`; 404 `order_not_found`. */
	async getWithEtag(orderId, options) {
		const answer = await this.#api.get(orderPath(orderId), {}, options);
		const etag = answer.headers.get("etag")?.replace(/^W\//, "");
		if (!etag) throw new PlatenError("The order came without an ETag; a proxy must have taken it away.");
		return keepResponse({
			order: answer.body,
			etag
		}, answer);
	}
	/**
	* PUT /v1/orders/{orderId} replaces an order in status NEW, ASSIGNED or ERROR, and sets it to NEW.
	* Otherwise it is 409 `order_not_changeable`. With `ifMatch`, a changed order is 412 `precondition_failed`.
	* Equal content changes nothing, except in ERROR, where the order is tried again.
	*/
	async replace(order, options) {
		return (await this.#api.put(orderPath(order.orderId), order, options)).body;
	}
	/**
	* POST /v1/orders/{orderId}/cancel cancels an order. In production, it requests a cancellation from the
	* staff. A shipped order is 409 `order_not_cancellable`. With `items`, only these are cancelled, before
	* production. Idempotent; with `items` for each `idempotencyKey`.
	*/
	async cancel(orderId, request = {}, options) {
		const answer = await this.#api.postWithKey(`${orderPath(orderId)}/cancel`, request, options);
		const { status, body } = answer;
		return keepResponse({
			order: body,
			outcome: status === 202 ? "requested" : "cancelled"
		}, answer);
	}
	/** GET /v1/orders/{orderId}/events lists the events of an order, oldest first; 404 `order_not_found`. */
	events(orderId, query = {}, options) {
		return plainList(this.#api, `${orderPath(orderId)}/events`, query, options);
	}
	/**
	* POST /v1/orders/{orderId}/simulate moves an order of a sandbox client to a status, through all statuses
	* between. With `{ cancellation }` it requests, grants or rejects a cancellation. 403 `sandbox_only`; 409
	* `order_not_changeable` if the status cannot be reached. Sent again after a lost answer, it counts once.
	*/
	async simulate(orderId, to, options) {
		const request = typeof to === "string" ? { status: to } : to;
		return (await this.#api.postWithKey(`${orderPath(orderId)}/simulate`, request, options)).body;
	}
	/** GET /v1/orders/{orderId}/items/{itemId}/previews reads small pictures of the files of an item. */
	async previews(orderId, itemId, options) {
		const path = `${orderPath(orderId)}/items/${pathSegment("itemId", itemId)}/previews`;
		return (await this.#api.get(path, {}, options)).body;
	}
	/** GET /v1/orders lists orders, newest first, then by orderId. */
	list(query = {}, options) {
		return plainList(this.#api, "/v1/orders", query, options);
	}
};
function orderPath(orderId) {
	return `/v1/orders/${pathSegment("orderId", orderId)}`;
}
// src/returns.ts
/** /v1/returns */
var Returns = class {
	#api;
	/** @internal */
	constructor(api) {
		this.#api = api;
	}
	/** GET /v1/returns lists your returns, newest first. */
	list(query = {}, options) {
		return plainList(this.#api, "/v1/returns", query, options);
	}
	/** POST /v1/returns announces pieces that come back. Sent again after a lost answer, it counts once. */
	async announce(request, options) {
		return (await this.#api.postWithKey("/v1/returns", request, options)).body;
	}
	/** GET /v1/returns/{returnId} reads one return. */
	async get(returnId, options) {
		return (await this.#api.get(returnPath(returnId), {}, options)).body;
	}
	/** POST /v1/returns/{returnId}/withdraw ends an announced return that has not arrived. Idempotent. */
	async withdraw(returnId, options) {
		return (await this.#api.post(`${returnPath(returnId)}/withdraw`, {}, options)).body;
	}
	/** GET /v1/returns/{returnId}/label reads the label for the way back, a PDF, once it is READY. */
	async label(returnId, options) {
		return this.#api.getFile(`${returnPath(returnId)}/label`, options);
	}
};
function returnPath(returnId) {
	return `/v1/returns/${pathSegment("returnId", returnId)}`;
}
// src/webhook-endpoints.ts
const ENDPOINTS = "/v1/webhook-endpoints";
/**
* /v1/webhook-endpoints. All methods except `create` and `list` are 404 `webhook_endpoint_not_found` for an
* unknown endpoint. `create`, `rotateSecret` and `sendTest` are not idempotent, so they are not repeated
* after a lost response.
*/
var WebhookEndpoints = class {
	#api;
	/** @internal */
	constructor(api) {
		this.#api = api;
	}
	/**
	* POST /v1/webhook-endpoints creates an endpoint. Store its secret, because no later response contains it.
	* The 21st endpoint is 409 `too_many_webhook_endpoints`.
	*/
	async create(endpoint, options) {
		return (await this.#api.postOnce(ENDPOINTS, endpoint, options)).body;
	}
	/** GET /v1/webhook-endpoints/{endpointId} reads one endpoint, without its secret. */
	async get(endpointId, options) {
		return (await this.#api.get(endpointPath(endpointId), {}, options)).body;
	}
	/** GET /v1/webhook-endpoints lists your endpoints on one page, oldest first. */
	list(options) {
		return plainList(this.#api, ENDPOINTS, {}, options);
	}
	/** PUT /v1/webhook-endpoints/{endpointId} changes the given fields of an endpoint and keeps the others. */
	async update(endpointId, change, options) {
		return (await this.#api.put(endpointPath(endpointId), change, options)).body;
	}
	/** DELETE /v1/webhook-endpoints/{endpointId} deletes an endpoint with its deliveries. */
	async delete(endpointId, options) {
		await this.#api.delete(endpointPath(endpointId), options);
	}
	/**
	* POST /v1/webhook-endpoints/{endpointId}/rotate-secret replaces the secret and returns the endpoint with
	* the new one. For 24 hours, webhooks carry signatures by both secrets. With `revokePrevious`, all earlier
	* secrets end at once.
	*/
	async rotateSecret(endpointId, { revokePrevious, ...options } = {}) {
		const path = `${endpointPath(endpointId)}/rotate-secret`;
		const body = revokePrevious === void 0 ? void 0 : { revokePrevious };
		return (await this.#api.postOnce(path, body, options)).body;
	}
	/**
	* POST /v1/webhook-endpoints/{endpointId}/test sends an event of type `webhook.test` and returns its
	* pending delivery.
	*/
	async sendTest(endpointId, options) {
		const path = `${endpointPath(endpointId)}/test`;
		return (await this.#api.postOnce(path, void 0, options)).body;
	}
	/** GET /v1/webhook-endpoints/{endpointId}/deliveries lists sent and pending deliveries, newest first. */
	deliveries(endpointId, query = {}, options) {
		return plainList(this.#api, `${endpointPath(endpointId)}/deliveries`, query, options);
	}
	/**
	* GET /v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId} reads one delivery with its request body
	* and the endpoint's response; 404 `webhook_delivery_not_found`.
	*/
	async getDelivery(endpointId, deliveryId, options) {
		const { body } = await this.#api.get(deliveryPath(endpointId, deliveryId), {}, options);
		return body;
	}
	/**
	* POST /v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend sends a delivery again, even after
	* success. Returns the pending delivery; 404 `webhook_delivery_not_found`.
	*/
	async resendDelivery(endpointId, deliveryId, options) {
		const path = `${deliveryPath(endpointId, deliveryId)}/resend`;
		return (await this.#api.post(path, void 0, options)).body;
	}
	/**
	* POST /v1/webhook-endpoints/{endpointId}/resend-failed sends failed deliveries of events since a time
	* again. `since` is a Date, or ISO 8601 with a time zone. One call resends at most 10,000; repeat it until
	* `resent` is 0.
	*/
	async resendFailed(endpointId, since, options) {
		const path = `${endpointPath(endpointId)}/resend-failed`;
		return (await this.#api.post(path, { since }, options)).body;
	}
};
function endpointPath(endpointId) {
	return `${ENDPOINTS}/${pathSegment("endpointId", endpointId)}`;
}
function deliveryPath(endpointId, deliveryId) {
	return `${endpointPath(endpointId)}/deliveries/${pathSegment("deliveryId", deliveryId)}`;
}
// src/verify-webhook.ts
const SECRET_PREFIX = "whsec_";
const TOLERANCE_SECONDS_DEFAULT = 300;
const SIGNATURES_MAX = 10;
/** The webhook has no valid signature, was altered, or is too old or too new. Answer it with status 400. */
var WebhookVerificationError = class WebhookVerificationError extends PlatenError {
	static {
		WebhookVerificationError.prototype.name = "WebhookVerificationError";
	}
	problem;
	constructor(problem, message) {
		super(message);
		this.problem = problem;
	}
};
/**
* Verifies a webhook request (Standard Webhooks) and returns its event. Throws WebhookVerificationError if
* the webhook is invalid, and TypeError for an invalid option.
*/
async function verifyWebhook({ headers, body, secret, toleranceSeconds = TOLERANCE_SECONDS_DEFAULT, now = /* @__PURE__ */ new Date() }) {
	const keys = await Promise.all((Array.isArray(secret) ? secret : [secret]).map((one) => importSecret(one, "verify")));
	if (keys.length === 0) throw new TypeError("secret must contain at least one secret.");
	const id = readHeader(headers, "webhook-id");
	const timestamp = readHeader(headers, "webhook-timestamp");
	const signatures = readHeader(headers, "webhook-signature");
	checkTimestamp(timestamp, now, toleranceSeconds);
	const bytes = bytesOf(body);
	if (!await isSigned(concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes), signatures, keys)) throw new WebhookVerificationError("invalid_signature", "No signature of the webhook is valid. Check the secret, and pass the body exactly as it arrived.");
	return {
		id,
		...readBody(bytes)
	};
}
/**
* Signs an event as the server does, for tests of a receiver. Returns the headers and the body of the
* request. A `body` is signed as it is.
*/
async function signTestWebhook({ event, body = JSON.stringify(event), secret, id = crypto.randomUUID(), now = /* @__PURE__ */ new Date() }) {
	const timestamp = String(Math.floor(now.getTime() / 1e3));
	const key = await importSecret(secret, "sign");
	const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
	const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, content));
	return {
		headers: {
			"content-type": "application/json",
			"webhook-id": id,
			"webhook-timestamp": timestamp,
			"webhook-signature": `v1,${btoa(String.fromCharCode(...signature))}`
		},
		body
	};
}
/** Returns true if any key made any of the signatures. Web Crypto compares in constant time. */
async function isSigned(content, header, keys) {
	for (const part of header.split(" ").slice(0, SIGNATURES_MAX)) {
		const [version, signature = ""] = part.split(",", 2);
		const bytes = version === "v1" ? fromBase64(signature) : void 0;
		if (!bytes) continue;
		for (const key of keys) if (await crypto.subtle.verify("HMAC", key, bytes, content)) return true;
	}
	return false;
}
async function importSecret(secret, use) {
	const bytes = typeof secret === "string" && secret.startsWith(SECRET_PREFIX) ? fromBase64(secret.slice(6)) : void 0;
	if (!bytes?.length) throw new TypeError(`secret must be ${SECRET_PREFIX} followed by base64.`);
	return crypto.subtle.importKey("raw", bytes, {
		name: "HMAC",
		hash: "SHA-256"
	}, false, [use]);
}
function checkTimestamp(text, now, toleranceSeconds) {
	if (!/^\d{1,12}$/.test(text)) throw new WebhookVerificationError("invalid_timestamp", "webhook-timestamp must be a number of seconds.");
	const ageSeconds = now.getTime() / 1e3 - Number(text);
	if (Number.isNaN(ageSeconds)) throw new TypeError("now must be a valid Date.");
	if (!(toleranceSeconds >= 0)) throw new TypeError("toleranceSeconds must be a number from 0.");
	if (ageSeconds > toleranceSeconds) throw new WebhookVerificationError("too_old", `The webhook is over ${toleranceSeconds} s old. Check the clock of this machine.`);
	if (ageSeconds < -toleranceSeconds) throw new WebhookVerificationError("too_new", "The webhook is from the future. Check the clock of this machine.");
}
function readHeader(headers, name) {
	const value = typeof headers.get === "function" ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
	const text = typeof value === "object" ? value?.[0] : value;
	if (!text) throw new WebhookVerificationError("missing_header", `The webhook has no header ${name}.`);
	return text;
}
function readBody(bytes) {
	try {
		const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		const { type, timestamp, data } = JSON.parse(text);
		if (typeof type === "string") return {
			type,
			timestamp,
			data
		};
	} catch {}
	throw new WebhookVerificationError("invalid_body", "The body of the webhook is not an event.");
}
/** Throws TypeError for a body that a framework has parsed, because its bytes are lost. */
function bytesOf(body) {
	if (typeof body === "string") return new TextEncoder().encode(body);
	if (ArrayBuffer.isView(body)) return body;
	if (Object.prototype.toString.call(body) === "[object ArrayBuffer]") return new Uint8Array(body);
	throw new TypeError("body must be the text or the bytes of the request, before it is parsed as JSON.");
}
function concat(one, other) {
	const both = new Uint8Array(one.length + other.length);
	both.set(one);
	both.set(other, one.length);
	return both;
}
function fromBase64(text) {
	try {
		return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
	} catch {
		return;
	}
}
// src/platen-client.ts
/** Client of one Platen server. Create one and share it, because it keeps the access token. */
var PlatenClient = class {
	orders;
	files;
	returns;
	events;
	products;
	productVariants;
	articleVariants;
	articles;
	carriers;
	stock;
	webhookEndpoints;
	account;
	#api;
	/** Sends no request yet. Throws a TypeError that names an invalid option. */
	constructor(options) {
		const settings = readSettings(options);
		const baseUrl = readBaseUrl("baseUrl", options.baseUrl);
		const api = new ApiConnection(settings, baseUrl, new AccessTokenSource(settings, readBaseUrl("authUrl", options.authUrl ?? baseUrl), readCredential("clientId", options.clientId), readCredential("clientSecret", options.clientSecret)));
		this.orders = new Orders(api);
		this.files = new Files(api);
		this.returns = new Returns(api);
		this.events = new Events(api);
		this.products = new Products(api);
		this.productVariants = new ProductVariants(api);
		this.articleVariants = new ArticleVariants(api);
		this.articles = new Articles(api);
		this.carriers = new Carriers(api);
		this.stock = new Stock(api);
		this.webhookEndpoints = new WebhookEndpoints(api);
		this.account = new Account(api);
		this.#api = api;
	}
	/** Sends a request to any path of the API, with the token and the retries of this client. */
	async request(request) {
		const answer = await this.#api.request(request);
		const { status, body, headers } = answer;
		return keepResponse({
			status,
			body,
			headers
		}, answer);
	}
};
export { PlatenApiError, PlatenAuthenticationError, PlatenClient, PlatenConflictError, PlatenConnectionError, PlatenError, PlatenInvalidRequestError, PlatenNotFoundError, PlatenPermissionError, PlatenRateLimitError, PlatenServerError, PlatenTimeoutError, WebhookVerificationError, responseOf, signTestWebhook, verifyWebhook };
