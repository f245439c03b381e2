import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { runFor } from '../platform/database/asker.ts';
import { REQUEST_LOAD_MS_MAX } from '../platform/database/batching.ts';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import { preconditionFailed } from '../platform/errors/errors.ts';
import type { Config } from '../platform/settings/config.ts';
import {
  SHOP_SETTING_NAMES,
  type ShopConfig,
  type ShopSettings,
  shopConfigOf,
  withStored,
} from '../platform/settings/shop-settings.ts';
import { type Center, findCenter, lockCenter, updateShop } from './center-store.ts';

/** All processes follow a change within this time and the time of one statement. */
const REFRESH_INTERVAL_MS = 2_000;

type Changing = Doing & { mayChange: (stored: ShopSettings) => boolean };

/** Keeps the shop's part of `config` equal to the stored settings. */
export class ShopSettingsKeeper {
  readonly #pool: Pool;
  readonly #config: Config;
  /** The values of the environment, and the defaults. */
  readonly #given: ShopConfig;
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;

  constructor(pool: Pool, config: Config) {
    this.#pool = pool;
    this.#config = config;
    this.#given = shopConfigOf(config);
  }

  /** Reads the settings now, and then every 2 s. Calls `onError` if a later read fails. */
  async start(onError: (error: unknown) => void): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => {
      // One refresh at a time: a slow database gets no further statements.
      this.#refreshing ??= this.refresh()
        .catch(onError)
        .finally(() => {
          this.#refreshing = undefined;
        });
    }, REFRESH_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async refresh(): Promise<void> {
    const until = performance.now() + REQUEST_LOAD_MS_MAX;
    this.#apply(await runFor({ until }, () => withRetry(() => findCenter(this.#pool))));
  }

  /** Returns the stored settings, and applies them in this process. */
  async read(): Promise<ShopSettings> {
    const center = await withRetry(() => findCenter(this.#pool));
    this.#apply(center);
    return center?.shop ?? {};
  }

  /** Returns the values in effect if these settings are stored. */
  valuesOf(stored: ShopSettings): ShopConfig {
    return withStored(this.#given, stored);
  }

  /**
   * Replaces the stored settings, and applies them in this process. Records changed values in the audit log.
   * Throws `precondition_failed` when `mayChange` refuses the stored settings.
   */
  async save(shop: ShopSettings, { by, now, mayChange }: Changing): Promise<void> {
    await inTransaction(this.#pool, async (connection) => {
      const { shop: before } = await lockCenter(connection, this.#given.TIME_ZONE);
      const changed = SHOP_SETTING_NAMES.filter((name) => !isDeepStrictEqual(before[name], shop[name]));
      // A repeated transaction finds its own change.
      if (changed.length === 0) return;
      if (!mayChange(before)) throw preconditionFailed('settings of the shop');
      await updateShop(connection, shop, now);
      const detail = Object.fromEntries(changed.map((name) => [name, shop[name] ?? null]));
      await recordAudit(connection, by, now, { action: 'service.shop_changed', subject: ['service'], detail });
    });
    await this.refresh();
  }

  #apply(center: Center | undefined): void {
    if (!center) return;
    this.#given.TIME_ZONE = center.timeZone;
    Object.assign(this.#config, withStored(this.#given, center.shop));
  }
}
