import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import type { Config } from '../platform/settings/config.ts';
import type { ShopSettings } from '../platform/settings/shop-settings.ts';
import { findCenter, lockCenter, type OpeningFacts, readOpeningFacts, updateChecklist } from './center-store.ts';

export const CHECKLIST_STEPS = [
  'center',
  'timeZone',
  'workingDays',
  'sender',
  'staff',
  'badges',
  'stations',
  'client',
  'catalogue',
  'printers',
  'postage',
  'backups',
  'publicAddress',
] as const;
type Step = (typeof CHECKLIST_STEPS)[number];

/** Papers that need a printer with their paper size. */
export const PRINTED_ON = ['A4', 'LABEL'] as const;

export interface Checklist {
  done: boolean;
  dismissed: boolean;
  steps: { name: Step; done: boolean; missing?: (typeof PRINTED_ON)[number][] }[];
}

type Checked = Readonly<Pick<Config, 'BACKUP_DIR' | 'BASE_URL' | 'CENTER_ADDRESS' | 'SENDER_ADDRESS'>>;

/** Checks what a center needs before its first day. */
export async function readChecklist(
  pool: Pool,
  config: Checked,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Checklist> {
  const [center, facts] = await Promise.all([
    withRetry(() => findCenter(pool)),
    withRetry(() => readOpeningFacts(pool)),
  ]);
  const steps = stepsOf(config, environment, center?.shop ?? {}, facts);
  return { done: steps.every(({ done }) => done), dismissed: center?.isChecklistDismissed ?? false, steps };
}

function stepsOf(
  config: Checked,
  environment: Readonly<Record<string, string | undefined>>,
  stored: ShopSettings,
  facts: OpeningFacts,
): Checklist['steps'] {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const missing = PRINTED_ON.filter((paper) => !(paper === 'A4' ? facts.printsSheets : facts.printsLabels));
  const done: Record<Step, boolean> = {
    center: (stored.name !== undefined || isSet('CENTER_NAME')) && config.CENTER_ADDRESS.length > 0,
    timeZone: stored.timeZone !== undefined || isSet('TIME_ZONE'),
    workingDays: stored.workingDays !== undefined,
    sender: config.SENDER_ADDRESS.length > 0,
    // The first account belongs to the admin who reads this.
    staff: facts.accounts > 1,
    badges: facts.badges > 0,
    stations: facts.stations > 0,
    client: facts.clients > 0,
    catalogue: facts.hasCatalogue,
    printers: missing.length === 0,
    postage: facts.buysLabels,
    backups: config.BACKUP_DIR !== undefined && !facts.hasBackupProblem,
    publicAddress: isPublic(config.BASE_URL),
  };
  return CHECKLIST_STEPS.map((name) => ({
    name,
    done: done[name],
    ...(name === 'printers' && missing.length > 0 && { missing }),
  }));
}

function isPublic(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && !/^(localhost|127\.|\[::1\])/.test(url.hostname);
}

/** Dismisses the checklist for the whole center, or brings it back. */
export async function dismissChecklist(
  pool: Pool,
  config: Config,
  dismissed: boolean,
  { by, now }: Doing,
): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const { isChecklistDismissed } = await lockCenter(connection, config.TIME_ZONE);
    if (isChecklistDismissed === dismissed) return;
    await updateChecklist(connection, dismissed ? now : null);
    const action = dismissed ? 'service.checklist_dismissed' : 'service.checklist_restored';
    await recordAudit(connection, by, now, { action, subject: ['service'] });
  });
}
