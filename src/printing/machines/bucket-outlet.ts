import { AwsV4Signer } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { type Dispatcher, request } from 'undici';
import { failureOf } from '../../platform/network/fetch-failure.ts';
import { wasUnsent } from '../../platform/network/safe-agent.ts';
import { type BucketOutlet, MachineError } from './machine-outlet.ts';

export const ANSWER_MS_MAX = 60_000;
/** The slowest upload: 256 kB a second. */
const BYTES_PER_MS_MIN = 256;
const ANSWER_BYTES_MAX = 8 * 1_048_576;
/** Pages of a list. A page has 1,000 objects. */
const PAGES_MAX = 100;
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

interface BucketLogin {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** Opens a bucket by its URL, with a prefix for the names of objects. */
export function bucketOutlet(agent: Dispatcher, bucketUrl: string, login: BucketLogin): BucketOutlet {
  const [base, prefix] = splitPrefix(bucketUrl);
  const send = async (
    method: 'GET' | 'PUT' | 'DELETE',
    url: string,
    upload?: Parameters<BucketOutlet['put']>[1],
  ): Promise<{ status: number; text: string }> => {
    const signed = await new AwsV4Signer({
      ...login,
      service: 's3',
      method,
      url,
      headers: {
        'x-amz-content-sha256': upload ? upload.sha256 : EMPTY_SHA256,
        ...(upload && { 'content-type': upload.mediaType }),
      },
    }).sign();
    const headers = { ...Object.fromEntries(signed.headers), 'accept-encoding': 'identity' };
    const body = (await upload?.open()) ?? null;
    try {
      const answer = await request(url, {
        method,
        dispatcher: agent,
        headers: upload ? { ...headers, 'content-length': String(upload.bytes) } : headers,
        body,
        signal: AbortSignal.timeout(sendingMsMax(upload?.bytes ?? 0)),
      });
      return { status: answer.statusCode, text: await readText(answer.body) };
    } catch (error) {
      throw unansweredFault(error, upload !== undefined);
    } finally {
      body?.destroy();
    }
  };
  const objectUrl = (name: string) => `${base}/${prefix}${encodeURIComponent(name)}`;
  return {
    kind: 'bucket',
    async list() {
      const found = new Map<string, number>();
      let next: string | undefined;
      for (let page = 0; page < PAGES_MAX; page++) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(next && { 'continuation-token': next }) });
        const { status, text } = await send('GET', `${base}?${query}`);
        if (status !== 200) throw statusFault(status, text);
        const { ListBucketResult: list } = new XMLParser({
          isArray: (name) => name === 'Contents',
          parseTagValue: false,
        }).parse(text);
        for (const { Key, Size } of list?.Contents ?? []) found.set(String(Key).slice(prefix.length), Number(Size));
        next = list?.IsTruncated === 'true' ? list.NextContinuationToken : undefined;
        if (next === undefined) break;
      }
      return found;
    },
    async put(name, part) {
      const { status, text } = await send('PUT', objectUrl(name), part);
      if (status !== 200) throw statusFault(status, text);
    },
    async remove(name) {
      const { status, text } = await send('DELETE', objectUrl(name));
      if (status >= 300 && status !== 404) throw statusFault(status, text);
      return status !== 404;
    },
    close: async () => {},
  };
}

/** Returns the time limit, in milliseconds, of a request with this number of bytes. */
export const sendingMsMax = (bytes: number) => ANSWER_MS_MAX + Math.ceil(bytes / BYTES_PER_MS_MIN);

/** Splits `https://host/bucket/folder` into the bucket and the prefix of its objects, `folder/`. */
function splitPrefix(bucketUrl: string): [base: string, prefix: string] {
  const url = new URL(bucketUrl);
  const [bucket = '', ...folders] = url.pathname.split('/').filter((part) => part !== '');
  return [`${url.origin}/${bucket}`, folders.map((folder) => `${decodeURIComponent(folder)}/`).join('')];
}

/** Returns the fault of a request without an answer. A service may have stored what it did not confirm. */
export function unansweredFault(error: unknown, mayBeDone: boolean): MachineError {
  if (error instanceof MachineError) return error;
  const { code } = error as { code?: unknown };
  const isUnsent = wasUnsent(error);
  const reason = code === 'ENOTFOUND' ? 'name_not_found' : isUnsent ? 'unreachable' : failureOf(error).failure.code;
  return new MachineError(mayBeDone && !isUnsent ? 'unknown' : 'unavailable', reason);
}

function statusFault(status: number, text: string): MachineError {
  if (/<Code>NoSuchBucket<\/Code>/.test(text)) return new MachineError('unavailable', 'folder_missing');
  if (status === 401 || status === 403) return new MachineError('unavailable', 'credentials_refused');
  return new MachineError('unavailable', `status_${status}`);
}

/** Reads the start of an answer. */
export async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += chunk;
    if (text.length > ANSWER_BYTES_MAX) break;
  }
  return text;
}
