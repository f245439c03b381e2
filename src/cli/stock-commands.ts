import { Command, Option } from 'commander';
import type { Pool } from 'pg';
import { readStoredEan13 } from '../catalog/variant-data.ts';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import { isStorable } from '../platform/database/statement-parts.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { StartError } from '../start/start-error.ts';
import { adjustStock, setStock } from '../stock/change-stock.ts';
import { ON_HAND_MAX } from '../stock/stock-change-rules.ts';
import { findStockItems, type StockItem } from '../stock/stock-list-store.ts';
import type { StockKind } from '../stock/stock-rules.ts';
import { explainErrors, print, runWithDatabase } from './command-line.ts';

const REASON_LENGTH_MAX = 500;
type StockFlags = { kind?: Lowercase<StockKind>; reason?: string; json: boolean };

export function stockCommand(): Command {
  const stock = new Command('stock').description('show and change stock levels');

  withOptions(stock.command('show'))
    .description('show the pieces of a variant on hand and reserved')
    .action((code: string, flags: StockFlags) =>
      runWithDatabase(async ({ pool }) => printItem(await findItem(pool, code, flags.kind), flags.json)),
    );

  withOptions(stock.command('set'))
    .description('set the pieces that were counted on the shelf, including reserved ones')
    .argument('<quantity>', 'pieces')
    .option('--reason <reason>', 'the reason in the ledger')
    .action((code: string, quantity: string, flags: StockFlags) =>
      change(code, flags, readPieces(quantity, 0), setStock),
    );

  withOptions(stock.command('adjust'))
    .description('add pieces to the shelf (+3), or remove them (-3)')
    .argument('<pieces>', 'such as +3 or -3')
    .option('--reason <reason>', 'the reason in the ledger')
    .action((code: string, by: string, flags: StockFlags) =>
      change(code, flags, readPieces(by, -ON_HAND_MAX), adjustStock),
    );
  return stock;
}

function withOptions(command: Command): Command {
  return command
    .argument('<code>', 'EAN-13 or SKU')
    .addOption(
      new Option('--kind <kind>', 'the kind, if an article variant and a product variant have the same code').choices([
        'article',
        'product',
      ]),
    )
    .option('--json', 'print JSON', false);
}

async function change(
  code: string,
  { kind, reason, json }: StockFlags,
  pieces: number,
  changeStock: typeof setStock | typeof adjustStock,
): Promise<void> {
  if (reason !== undefined && (!isStorable(reason) || reason.length > REASON_LENGTH_MAX))
    throw new StartError(`--reason takes at most ${REASON_LENGTH_MAX} characters.`);
  await runWithDatabase(async ({ pool }) => {
    const item = await findItem(pool, code, kind);
    const changing = { note: reason, now: new Date(), actor: COMMAND_LINE };
    const level = await explainErrors(() => inTransaction(pool, changeStock(item, pieces, changing)));
    printItem({ ...item, ...level }, json);
  });
}

async function findItem(pool: Pool, code: string, kind: StockFlags['kind']): Promise<StockItem> {
  const exact = isStorable(code) ? await findStockItems(pool, code) : [];
  const stored = exact.length > 0 || !isStorable(code) ? undefined : await readStoredEan13(pool, code);
  const found = stored === undefined ? exact : await findStockItems(pool, stored);
  const items = found.filter((item) => kind === undefined || item.kind.toLowerCase() === kind);
  if (items.length > 1) throw new StartError(`${code} is both an article variant and a product variant; add --kind.`);
  if (!items[0]) throw new StartError(`There is no variant with the EAN-13 or SKU ${JSON.stringify(code)}.`);
  return items[0];
}

function readPieces(text: string, least: number): number {
  const pieces = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (pieces >= least && pieces <= ON_HAND_MAX) return pieces;
  throw new StartError(`${JSON.stringify(text)} is not a whole number from ${least} to ${ON_HAND_MAX}.`);
}

function printItem({ kind, code, name, color, size, onHand, reserved }: StockItem, json: boolean): void {
  const available = Math.max(0, onHand - reserved);
  print(json, { kind, code, name, color, size, onHand, reserved, available }, [
    `${code}  ${name}, ${color}, ${size}`,
    `On hand    ${onHand}`,
    `Reserved   ${reserved}`,
    `Available  ${available}`,
  ]);
}
