import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../../platform/audit/record-audit.ts';
import { decrypt, encrypt } from '../../platform/database/encryption.ts';
import { risingId } from '../../platform/database/rising-ids.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { ApiError, invalidRequest } from '../../platform/errors/errors.ts';
import { scanCodeOf } from '../../platform/formats/scan-codes.ts';
import { type CallProvider, openCalls } from './call-provider.ts';
import { easypostLabels, isEasypostTestKey } from './easypost-labels.ts';
import { httpLabels } from './http-labels.ts';
import type { LabelRule } from './label-choice-rules.ts';
import { LabelError, type LabelProvider, type ProviderKind } from './label-provider.ts';
import {
  deleteProvider,
  listProviders,
  lockProvider,
  type Package,
  type ProviderFields,
  replaceLabelRules,
  replacePackages,
  type StoredProvider,
  upsertProvider,
} from './label-provider-store.ts';
import { sendcloudLabels } from './sendcloud-labels.ts';

const PROVIDERS_MAX = 50;

export interface Credentials {
  /** The public key of Sendcloud. Other kinds have none. */
  user?: string | undefined;
  secret: string;
}

/** Undefined credentials stay as they are. Null deletes them. */
type ProviderChange = Partial<ProviderFields> & { credentials?: Credentials | null | undefined };

interface LabelContext {
  pool: Pool;
  encryptionKey: Uint8Array;
}

/** Adds a provider. Throws `label_provider_name_taken`, `too_many_label_providers`, `invalid_request`. */
export async function addLabelProvider(
  { pool, encryptionKey }: LabelContext,
  { credentials, ...fields }: ProviderFields & { credentials?: Credentials | null | undefined },
  { by, now }: Doing,
): Promise<StoredProvider> {
  assertAddress(fields);
  const credentialsEncrypted = seal(encryptionKey, credentials);
  const isTest = isForTests(fields, credentials);
  const provider = { ...fields, isTest, providerId: risingId(), credentialsEncrypted, created: now };
  await inTransaction(pool, async (connection) => {
    const others = (await listProviders(connection)).filter(({ providerId }) => providerId !== provider.providerId);
    if (others.length >= PROVIDERS_MAX) {
      const message = `There are already ${PROVIDERS_MAX} label providers; delete one first.`;
      throw new ApiError('too_many_label_providers', message);
    }
    if (!(await upsertProvider(connection, provider))) throw nameTaken(fields.name);
    await recordAudit(connection, by, now, {
      entryId: provider.providerId,
      action: 'label_provider.created',
      subject: ['label_provider', provider.providerId],
      detail: auditedOf(provider),
    });
  });
  return provider;
}

/** Changes a provider. Throws `label_provider_not_found`, `label_provider_name_taken`, `invalid_request`. */
export function changeLabelProvider(
  { pool, encryptionKey }: LabelContext,
  providerId: string,
  { credentials, ...change }: ProviderChange,
  { by, now }: Doing,
): Promise<StoredProvider> {
  return inTransaction(pool, async (connection) => {
    const stored = await lockProvider(connection, providerId);
    if (!stored) throw labelProviderNotFound();
    const { credentialsEncrypted: sealed } = stored;
    const known = credentials === undefined && sealed ? unseal(encryptionKey, sealed) : credentials;
    const after: StoredProvider = {
      ...stored,
      ...change,
      isTest: isForTests({ ...stored, ...change }, known),
      ...(credentials !== undefined && { credentialsEncrypted: seal(encryptionKey, credentials) }),
    };
    if (isDeepStrictEqual(after, stored)) return stored;
    assertAddress(after);
    if (!(await upsertProvider(connection, after))) throw nameTaken(after.name);
    await recordAudit(connection, by, now, {
      action: 'label_provider.changed',
      subject: ['label_provider', providerId],
      detail: { ...auditedOf(after), ...(credentials !== undefined && { credentials: 'changed' }) },
    });
    return after;
  });
}

/** Deletes a provider with its credentials and rules. Throws `label_provider_not_found`. */
export async function removeLabelProvider(pool: Pool, providerId: string, { by, now }: Doing): Promise<void> {
  await inTransaction(pool, async (connection, { mayBeDone }) => {
    const stored = await lockProvider(connection, providerId);
    if (!stored && mayBeDone) return;
    if (!stored) throw labelProviderNotFound();
    await deleteProvider(connection, providerId);
    const subject = ['label_provider', providerId] as const;
    await recordAudit(connection, by, now, {
      action: 'label_provider.deleted',
      subject,
      detail: { name: stored.name },
    });
  });
}

/** Replaces the rules. Throws `invalid_request` if a rule names an unknown provider. */
export async function saveLabelRules(pool: Pool, rules: readonly LabelRule[], { by, now }: Doing): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const known = (await listProviders(connection)).map(({ providerId }) => providerId);
    const violations = rules.flatMap(({ providerId }, index) =>
      known.includes(providerId)
        ? []
        : [
            {
              pointer: `/rules/${index}/providerId`,
              code: 'not_allowed',
              message: 'There is no label provider with this providerId.',
            },
          ],
    );
    if (violations.length > 0) throw invalidRequest(violations);
    await replaceLabelRules(connection, rules);
    const detail = { rules: rules.length };
    await recordAudit(connection, by, now, { action: 'label_rules.set', subject: ['label_provider', 'rules'], detail });
  });
}

/** Replaces the packages. New ones get an id. Throws `invalid_request` for a name that occurs twice. */
export async function savePackages(
  pool: Pool,
  wanted: readonly (Omit<Package, 'packageId'> & { packageId?: string | undefined })[],
  { by, now }: Doing,
): Promise<Package[]> {
  const names = wanted.map(({ name }) => name.toLowerCase());
  const twice = names.findIndex((name, index) => names.indexOf(name) < index);
  if (twice >= 0) {
    const message = 'Another package of the list has this name.';
    throw invalidRequest([{ pointer: `/packages/${twice}/name`, code: 'duplicate', message }]);
  }
  const packages = wanted.map((one) => ({ ...one, packageId: one.packageId ?? risingId() }));
  await inTransaction(pool, async (connection) => {
    await replacePackages(connection, packages);
    const detail = { packages: packages.map(({ name }) => name) };
    await recordAudit(connection, by, now, { action: 'packages.set', subject: ['label_provider', 'packages'], detail });
  });
  return packages;
}

interface OpenedWith {
  address: string;
  isTest: boolean;
  user: string | undefined;
  secret: string | undefined;
}

/** Codes of packages have nine digits and a check digit. */
const PACKAGE_CODES = 1_000_000_000;

/** Returns the code that a packer scans to choose the package. Packages are few, so their codes differ. */
export function packageCodeOf({ packageId }: Pick<Package, 'packageId'>): string {
  return scanCodeOf('package', 1 + (hash('sha256', packageId, 'buffer').readUInt32BE() % (PACKAGE_CODES - 1)));
}

interface KindOfProvider {
  /** Absent: an admin must enter it. */
  usualAddress?: string;
  open: (given: OpenedWith, call: CallProvider) => LabelProvider;
  /** Absent: keys do not show whether they are for tests. */
  isTestKey?: (secret: string) => boolean;
}

const KINDS: Readonly<Record<ProviderKind, KindOfProvider>> = {
  HTTP: { open: httpLabels },
  SENDCLOUD: { usualAddress: 'https://panel.sendcloud.sc/api/v3', open: sendcloudLabels },
  EASYPOST: { usualAddress: 'https://api.easypost.com/v2', open: easypostLabels, isTestKey: isEasypostTestKey },
};

/** Returns whether the provider is for tests. A key that shows its mode decides. */
function isForTests(
  { kind, isTest }: Pick<ProviderFields, 'kind' | 'isTest'>,
  credentials: ProviderChange['credentials'],
): boolean {
  return (credentials && KINDS[kind].isTestKey?.(credentials.secret)) ?? isTest;
}

/** Calls `work` with an open provider. Throws `LabelError`. */
export async function callWithProvider<T>(
  { credentialsEncrypted, ...provider }: StoredProvider,
  {
    encryptionKey,
    signal,
    timeoutMs,
  }: { encryptionKey: Uint8Array; signal: AbortSignal; timeoutMs?: number | undefined },
  work: (opened: LabelProvider) => Promise<T>,
): Promise<T> {
  const { usualAddress, open } = KINDS[provider.kind];
  const address = provider.address ?? usualAddress;
  if (address === undefined) throw new LabelError('refused', 'label_refused', 'no address');
  const credentials = credentialsEncrypted === null ? undefined : unseal(encryptionKey, credentialsEncrypted);
  if (credentialsEncrypted !== null && !credentials) {
    const words = 'The credentials cannot be decrypted. Enter them again.';
    throw new LabelError('refused', 'label_credentials_refused', words);
  }
  const { call, close } = openCalls(address, { signal, timeoutMs });
  try {
    const given = { address, isTest: provider.isTest, user: credentials?.user, secret: credentials?.secret };
    return await work(open(given, call));
  } finally {
    await close();
  }
}

/** Returns the secret with which the provider reports news of parcels. */
export function newsSecretOf(encryptionKey: Uint8Array, providerId: string): string {
  return createHmac('sha256', encryptionKey).update(`parcel news ${providerId}`).digest('base64url');
}

export function isNewsSecret(encryptionKey: Uint8Array, providerId: string, given: string): boolean {
  const [known, sent] = [newsSecretOf(encryptionKey, providerId), given].map((one) => Buffer.from(one));
  return known?.length === sent?.length && timingSafeEqual(known as Buffer, sent as Buffer);
}

function seal(key: Uint8Array, credentials: Credentials | null | undefined): Buffer | null {
  return credentials ? encrypt(key, Buffer.from(JSON.stringify(credentials))) : null;
}

function unseal(key: Uint8Array, sealed: Buffer): Credentials | undefined {
  const text = decrypt(key, sealed);
  return text && JSON.parse(text.toString('utf8'));
}

function auditedOf({ name, kind, address, isTest }: ProviderFields) {
  return { name, kind, address, isTest };
}

/** Throws `invalid_request` for an address that is missing, or no URL of http or https. */
function assertAddress({ kind, address }: Pick<ProviderFields, 'kind' | 'address'>): void {
  if (address === null) {
    if (KINDS[kind].usualAddress !== undefined) return;
    throw invalidRequest([{ pointer: '/address', code: 'required', message: 'Enter the address of the provider.' }]);
  }
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === '') return;
  const message = '"address" must be a URL with http or https, and without user, query and fragment.';
  throw invalidRequest([{ pointer: '/address', code: 'invalid_url', message }]);
}

export function labelProviderNotFound(): ApiError {
  return new ApiError('label_provider_not_found', 'There is no label provider with this providerId.');
}

function nameTaken(name: string): ApiError {
  const message = `There is already a label provider named ${JSON.stringify(name)}; choose another name.`;
  return new ApiError('label_provider_name_taken', message);
}
