import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../../platform/audit/record-audit.ts';
import { encrypt } from '../../platform/database/encryption.ts';
import { risingId } from '../../platform/database/rising-ids.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { ApiError, invalidRequest, type Violation } from '../../platform/errors/errors.ts';
import { resolveOwnPort } from '../connect-printer.ts';
import { mayBePrinter, readPrinterAddress } from '../printer-address.ts';
import { FolderWorker } from './folder-outlet.ts';
import { countOpenMachineJobs } from './machine-job-store.ts';
import { MachineError } from './machine-outlet.ts';
import type { MachineKind, MachineRule, MachineSettings } from './machine-rules.ts';
import {
  deleteMachine,
  listMachines,
  lockMachine,
  type MachineFields,
  replaceMachineRules,
  type StoredMachine,
  upsertMachine,
} from './machine-store.ts';
import { previewTemplates } from './machine-templates.ts';
import { type OutletContext, testOutlet, workWithOutlet } from './open-outlet.ts';

export { type ListedMachine, listMachineRules, listMachines } from './machine-store.ts';

export const MACHINES_MAX = 100;
export const KEEP_DAYS_MAX = 365;
/** Rolls of printers of film, and the length that a picture of 300 dpi can have. */
export const ROLL_MM = { width: [100, 1_700], gap: [3, 50], length: [300, 6_000] } as const;
/** A person waits for the result of a test. */
const TEST_TIMEOUT_MS = 10_000;

export const USUAL_SETTINGS: MachineSettings = {
  ...{ address: null, user: null, hostKey: null, region: null, ticket: null, removesMade: true, keepDays: 14 },
  roll: null,
  nameTemplate: '{code}_{location}_{technology}_{sku}_{width}x{height}mm_{copies}.png',
};

export interface ManageMachines extends Omit<OutletContext, 'folders'> {
  pool: Pool;
  /** The folder of Platen's own files, which no machine may use. */
  dataDir: string;
}

/** Undefined values stay as they are. A null secret is deleted. */
interface MachineChange extends Partial<Omit<MachineFields, 'settings' | 'kind'>> {
  settings?: Partial<MachineSettings>;
  secret?: string | null | undefined;
  isStopped?: boolean | undefined;
}

/** Adds a machine. Throws `machine_name_taken`, `too_many_machines`, `invalid_request`. */
export async function addMachine(
  context: ManageMachines,
  { secret, ...fields }: MachineFields & { secret?: string | undefined },
  { by, now }: Doing,
): Promise<StoredMachine> {
  await assertSettings(context, fields);
  const machine: StoredMachine = {
    ...{ ...fields, machineId: risingId(), created: now, stopped: null, failures: 0, failingSince: null },
    ...{ lastError: null, nextAttempt: null, looked: null, secretEncrypted: seal(context, secret) },
  };
  const { machineId } = machine;
  await inTransaction(context.pool, async (connection) => {
    const others = (await listMachines(connection)).filter((one) => one.machineId !== machineId);
    if (others.length >= MACHINES_MAX)
      throw new ApiError('too_many_machines', `There are already ${MACHINES_MAX} machines; delete one first.`);
    if (!(await upsertMachine(connection, machine))) throw nameTaken(fields.name);
    const subject = ['machine', machineId] as const;
    await recordAudit(connection, by, now, {
      ...{ entryId: machineId, action: 'machine.created', subject, detail: auditedOf(machine) },
    });
  });
  return machine;
}

/**
 * Changes, stops or resumes a machine. Throws as `addMachine` does, `machine_not_found`, and `machine_in_use`
 * if a machine with files loses its roll.
 */
export async function changeMachine(
  context: ManageMachines,
  machineId: string,
  { secret, isStopped, settings, ...change }: MachineChange,
  { by, now }: Doing,
): Promise<StoredMachine> {
  return inTransaction(context.pool, async (connection) => {
    const stored = await lockMachine(connection, machineId);
    if (!stored) throw machineNotFound();
    const after: StoredMachine = {
      ...{ ...stored, ...change, settings: { ...stored.settings, ...settings } },
      ...(secret !== undefined && { secretEncrypted: seal(context, secret) }),
      ...(isStopped !== undefined && { stopped: isStopped ? (stored.stopped ?? now) : null }),
    };
    if (isDeepStrictEqual(after, stored)) return stored;
    if (settings !== undefined) await assertSettings(context, after);
    // Another folder gets its own mark.
    if (after.settings.address !== stored.settings.address) after.looked = null;
    if (stored.settings.roll && !after.settings.roll) await assertUnused(connection, machineId);
    if (!(await upsertMachine(connection, after))) throw nameTaken(after.name);
    const action =
      isStopped === undefined || (after.stopped !== null) === (stored.stopped !== null)
        ? 'machine.changed'
        : isStopped
          ? 'machine.stopped'
          : 'machine.resumed';
    const subject = ['machine', machineId] as const;
    const detail = { ...auditedOf(after), ...(secret !== undefined && { secret: 'changed' }) };
    await recordAudit(connection, by, now, { action, subject, detail });
    return after;
  });
}

/** Deletes a machine and its rules. Throws `machine_not_found`, `machine_in_use`. */
export async function removeMachine(pool: Pool, machineId: string, { by, now }: Doing): Promise<void> {
  await inTransaction(pool, async (connection, { mayBeDone }) => {
    const stored = await lockMachine(connection, machineId);
    if (!stored && mayBeDone) return;
    if (!stored) throw machineNotFound();
    await assertUnused(connection, machineId);
    await deleteMachine(connection, machineId);
    const subject = ['machine', machineId] as const;
    await recordAudit(connection, by, now, { action: 'machine.deleted', subject, detail: { name: stored.name } });
  });
}

async function assertUnused(connection: Connection, machineId: string): Promise<void> {
  const open = await countOpenMachineJobs(connection, machineId);
  if (open === 0) return;
  throw new ApiError('machine_in_use', `${open} files wait for this machine or lie at it; take them back first.`);
}

/** Replaces the rules. Throws `invalid_request` for an unknown machine, or conditions that occur twice. */
export async function saveMachineRules(pool: Pool, rules: readonly MachineRule[], { by, now }: Doing): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const known = new Set((await listMachines(connection)).map(({ machineId }) => machineId));
    const conditions = rules.map(({ machineId: _, ...rule }) => JSON.stringify(Object.entries(rule).sort()));
    const violations = rules.flatMap(({ machineId }, index): Violation[] => {
      if (!known.has(machineId))
        return [
          {
            pointer: `/rules/${index}/machineId`,
            code: 'not_allowed',
            message: 'There is no machine with this machineId.',
          },
        ];
      if (conditions.indexOf(conditions[index]!) === index) return [];
      return [{ pointer: `/rules/${index}`, code: 'duplicate', message: 'Another rule has the same conditions.' }];
    });
    if (violations.length > 0) throw invalidRequest(violations);
    await replaceMachineRules(connection, rules);
    const subject = ['machine', 'rules'] as const;
    await recordAudit(connection, by, now, { action: 'machine_rules.set', subject, detail: { rules: rules.length } });
  });
}

export interface MachineTest {
  works: boolean;
  /** Why it does not work, as a short name. */
  reason?: string;
  /** The host key that the server has, if it is not the known one. */
  hostKey?: string;
}

/** Writes, renames and removes a test file, or asks a printer or server for an answer. */
export async function testMachine(context: ManageMachines, machine: StoredMachine): Promise<MachineTest> {
  const folders = new FolderWorker(TEST_TIMEOUT_MS);
  try {
    const signal = AbortSignal.timeout(TEST_TIMEOUT_MS);
    const name = `.platen-${risingId()}`;
    await workWithOutlet({ ...context, folders }, machine, signal, (outlet) => testOutlet(outlet, name));
    return { works: true };
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    const { reason, hostKey } = error;
    return { works: false, reason, ...(hostKey !== undefined && { hostKey }) };
  } finally {
    folders.close();
  }
}

const seal = ({ encryptionKey }: ManageMachines, secret: string | null | undefined) =>
  secret == null ? null : encrypt(encryptionKey, Buffer.from(secret));

function auditedOf({ name, kind, mode, settings }: MachineFields) {
  return { name, kind, mode, address: settings.address };
}

const SCHEMES: Readonly<Record<MachineKind, RegExp | null>> = {
  FOLDER: null,
  BROWSER: null,
  SFTP: /^sftp:$/,
  BUCKET: /^https?:$/,
  HTTP: /^https?:$/,
  IPP: /^(ipps?|https?):$/,
};

/** Throws `invalid_request` for a wrong address, or a mistake of a template. */
async function assertSettings(
  context: ManageMachines,
  { kind, settings }: Pick<MachineFields, 'kind' | 'settings'>,
): Promise<void> {
  const { mistakes } = previewTemplates(settings);
  const fault = await faultOfAddress(context, kind, settings.address);
  const violations = [
    ...(fault === undefined ? [] : [{ pointer: '/address', code: 'invalid_machine_address', message: fault }]),
    ...mistakes.map(({ params: _, ...violation }) => violation),
  ];
  if (violations.length > 0) throw invalidRequest(violations);
}

async function faultOfAddress(
  { ownPorts, dataDir }: ManageMachines,
  kind: MachineKind,
  address: string | null,
): Promise<string | undefined> {
  if (kind === 'BROWSER') return address === null ? undefined : 'A browser has no address; leave it out.';
  if (address === null) return 'Enter the address of the machine.';
  if (kind === 'FOLDER') {
    if (!/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(address)) return 'Enter the whole path of the folder, such as /mnt/kornit-1.';
    const isOwn = `${address}/`.replaceAll(/[\\/]+/g, '/').startsWith(`${dataDir}/`.replaceAll(/[\\/]+/g, '/'));
    return isOwn ? 'This folder has files of Platen itself.' : undefined;
  }
  const url = URL.parse(address);
  if (!url || !SCHEMES[kind]?.test(url.protocol) || url.username !== '' || url.password !== '' || url.hash !== '')
    return 'Enter the address of the machine without user and password.';
  if (kind === 'SFTP' && (url.hostname === '' || url.pathname.length < 2 || url.search !== ''))
    return 'Enter host and folder, such as sftp://10.0.0.7/jobs.';
  if (kind === 'BUCKET' && (url.pathname.length < 2 || url.search !== ''))
    return 'Enter the URL of the bucket, such as https://s3.eu-central-1.amazonaws.com/print-files.';
  if (kind === 'IPP' && !readPrinterAddress('ipp', address))
    return 'Enter the URI of the printer, such as ipp://10.0.0.8/ipp/print.';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (/^[\d.]+$|:/.test(host) && !mayBePrinter(host)) return 'No machine has this address.';
  const defaults: Record<string, number> = { 'sftp:': 22, 'http:': 80, 'https:': 443, 'ipp:': 631, 'ipps:': 631 };
  const port = Number(url.port || defaults[url.protocol]);
  const own = await resolveOwnPort(ownPorts, { host, port, isEncrypted: false, path: '', uri: address });
  return own && `The address leads to Platen itself: port ${own.port} belongs to ${own.name}.`;
}

export function machineNotFound(): ApiError {
  return new ApiError('machine_not_found', 'There is no machine with this machineId.');
}

function nameTaken(name: string): ApiError {
  return new ApiError(
    'machine_name_taken',
    `There is already a machine named ${JSON.stringify(name)}; choose another name.`,
  );
}
