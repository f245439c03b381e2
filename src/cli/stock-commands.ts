import { Command, Option } from 'commander';
import type { Pool } from 'pg';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import { isStorable } from '../platform/database/statement-parts.ts';
import { StartError } from '../start/start-error.ts';
import { adjustStock, ON_HAND_MAX, setStock } from '../stock/adjust-stock.ts';
import { findStockItems, type StockItem } from '../stock/stock-levels-store.ts';
import type { StockKind } from '../stock/stock-store.ts';
import { print, withDatabase, withPlainErrors } from './command-line.ts';

const REASON_LENGTH_MAX = 500;

interface StockFlags {
  kind?: Lowercase<StockKind>;
  reason?: string;
  json: boolean;
}

/** platen stock show | set | adjust */
export function stockCommand(): Command {
  const stock = new Command('stock').description('what lies on the shelf');

  withOptions(stock.command('show'))
    .description('show what is on hand of a variant, and how much of it is reserved')
    .action((code: string, flags: StockFlags) =>
      withDatabase(async ({ pool }) => show(await findOne(pool, code, flags.kind), flags.json)),
    );

  withOptions(stock.command('set'))
    .description('set what was counted on the shelf, reserved pieces included')
    .argument('<quantity>', 'pieces')
    .option('--reason <reason>', 'why, for the ledger')
    .action((code: string, quantity: string, flags: StockFlags) =>
      change(code, flags, readPieces(quantity, 0), setStock),
    );

  withOptions(stock.command('adjust'))
    .description('put pieces on the shelf (+3), or take them off it (-3)')
    .argument('<pieces>', 'such as +3 or -3')
    .option('--reason <reason>', 'why, for the ledger')
    .action((code: string, by: string, flags: StockFlags) =>
      change(code, flags, readPieces(by, -ON_HAND_MAX), adjustStock),
    );
  return stock;
}

function withOptions(command: Command): Command {
  return command
    .argument('<code>', 'EAN-13 or SKU')
    .addOption(
      new Option(
        '--kind <kind>',
        'for a code that names both an article variant and a product variant',
      ).choices(['article', 'product']),
    )
    .option('--json', 'print JSON', false);
}

async function change(
  code: string,
  { kind, reason, json }: StockFlags,
  pieces: number,
  verb: typeof setStock | typeof adjustStock,
): Promise<void> {
  if (reason !== undefined && (!isStorable(reason) || reason.length > REASON_LENGTH_MAX))
    throw new StartError(`--reason takes at most ${REASON_LENGTH_MAX} characters.`);
  await withDatabase(async ({ pool }) => {
    const item = await findOne(pool, code, kind);
    const changing = { note: reason, now: new Date(), actor: COMMAND_LINE };
    const level = await withPlainErrors(() => verb(pool, item, pieces, changing));
    show({ ...item, ...level }, json);
  });
}

async function findOne(pool: Pool, code: string, kind: StockFlags['kind']): Promise<StockItem> {
  const found = isStorable(code) ? await findStockItems(pool, code) : [];
  const items = found.filter((item) => kind === undefined || item.kind.toLowerCase() === kind);
  if (items.length > 1)
    throw new StartError(`${code} is both an article variant and a product variant; add --kind.`);
  if (!items[0]) throw new StartError(`There is no variant with the EAN-13 or SKU ${JSON.stringify(code)}.`);
  return items[0];
}

function readPieces(text: string, least: number): number {
  const pieces = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (pieces >= least && pieces <= ON_HAND_MAX) return pieces;
  throw new StartError(`${JSON.stringify(text)} is no whole number from ${least} to ${ON_HAND_MAX}.`);
}

function show({ kind, code, name, color, size, onHand, reserved }: StockItem, json: boolean): void {
  const available = Math.max(0, onHand - reserved);
  print(json, { kind, code, name, color, size, onHand, reserved, available }, [
    `${code}  ${name}, ${color}, ${size}`,
    `On hand    ${onHand}`,
    `Reserved   ${reserved}`,
    `Available  ${available}`,
  ]);
}
