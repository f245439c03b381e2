import { Command } from 'commander';
import type { CatalogDifferences, FieldChange } from '../catalog/catalog-differences.ts';
import { CatalogError } from '../catalog/catalog-file.ts';
import { type ImportCounts, importCatalog } from '../catalog/import-catalog.ts';
import { readCatalogFile } from '../catalog/read-catalog-file.ts';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import type { NamedEncoding } from '../platform/formats/text-encoding.ts';
import { encodingOption, print, runWithDatabase, runWithProgressBar } from './command-line.ts';

const PROGRESS = 'Importing {bar} {percentage}% · {value} of {total} rows · {duration_formatted}';
const VIOLATIONS_PRINTED_MAX = 100;
type ImportFlags = {
  client?: string;
  encoding?: NamedEncoding;
  json: boolean;
  retireMissing: boolean;
  dryRun: boolean;
};

export function catalogCommand(): Command {
  const catalog = new Command('catalog').description('articles, products and carriers');

  catalog
    .command('import')
    .description('import a file: insert and update its rows, all or none (docs/catalog-import.md)')
    .argument('<file>', 'a JSON file, or a folder of CSV files')
    .option('--client <id>', "assign the file's products and carriers to this client")
    .option('--retire-missing', 'retire the variants that are missing from the file', false)
    .option('--dry-run', 'change nothing, and print the changes that an import would make', false)
    .addOption(encodingOption())
    .option('--json', 'print JSON', false)
    .action(async (path: string, { client, json, retireMissing, dryRun, encoding }: ImportFlags) => {
      try {
        const file = await readCatalogFile(path, encoding);
        await runWithDatabase(async ({ pool }) => {
          const counts = await runWithProgressBar(PROGRESS, (bar) =>
            importCatalog(pool, file, {
              ...(client !== undefined && { clientId: client }),
              by: COMMAND_LINE,
              retireMissing,
              dryRun,
              onProgress: (done, total) => (done === 0 ? bar.start(total, 0) : bar.update(done)),
            }),
          );
          print(json, counts, describe(counts, client));
        });
      } catch (error) {
        if (!(error instanceof CatalogError)) throw error;
        process.stderr.write(json ? `${JSON.stringify(errorJson(error))}\n` : errorText(error));
        process.exitCode = 1;
      }
    });
  return catalog;
}

function describe(counts: ImportCounts, clientId: string | undefined): string[] {
  const { articles, articleVariants, products, productVariants, carriers } = counts;
  const lines = [
    `${counts.dryRun ? 'Dry run, nothing was changed. The file holds' : 'Imported'} ${articles} articles and ${articleVariants} article variants, ${products} products and ${productVariants} product variants, ${carriers} carriers.`,
  ];
  if (clientId !== undefined) {
    const { assignedProducts, assignedProductVariants, assignedCarriers } = counts;
    lines.push(
      `${counts.dryRun ? 'Would be assigned' : 'Assigned'} to ${clientId}: ${assignedProducts} products with ${assignedProductVariants} variants, ${assignedCarriers} carriers.`,
    );
  }
  if (counts.differences) lines.push(...describeDifferences(counts.differences, counts.dryRun === true));
  for (const { pointer, message } of counts.warnings ?? []) lines.push(`Warning: ${pointer}: ${message}`);
  return lines;
}

function errorJson({ error, message, violations }: CatalogError): object {
  return { error, message, ...(violations.length > 0 && { violations }) };
}

function errorText({ message, violations }: CatalogError): string {
  const printed = violations.slice(0, VIOLATIONS_PRINTED_MAX);
  const lines = [`platen: ${message}`];
  for (const violation of printed) lines.push(`${violation.pointer || '/'}: ${violation.message}`);
  const more = violations.length - printed.length;
  if (more > 0) lines.push(`and ${more} more; --json lists them.`);
  return `${lines.join('\n')}\n`;
}

const LINES_MAX = 20;
const VALUE_LENGTH_MAX = 60;

function describeDifferences(differences: CatalogDifferences, isDryRun: boolean): string[] {
  const { counts, broughtBack, changed, retired } = differences;
  const all = Object.values(counts);
  const sum = (name: 'new' | 'changed' | 'unchanged' | 'broughtBack' | 'retired') =>
    all.reduce((total, one: Partial<Record<typeof name, number>>) => total + (one[name] ?? 0), 0);
  const would = isDryRun ? 'Would be: ' : '';
  return [
    `${would}${sum('new')} new, ${sum('changed')} changed, ${sum('unchanged')} unchanged, ${sum('broughtBack')} brought back, ${sum('retired')} retired.`,
    ...limitLines(
      'new',
      sum('new'),
      differences.new.map(({ kind, code }) => `new ${kind} ${code}`),
    ),
    ...limitLines(
      'changed',
      sum('changed'),
      changed.map(({ kind, code, changes }) => `changed ${kind} ${code}: ${changes.map(describeChange).join(', ')}`),
    ),
    ...limitLines(
      'brought back',
      sum('broughtBack'),
      broughtBack.map(({ kind, code }) => `brought back ${kind} ${code}`),
    ),
    ...limitLines(
      'retired',
      sum('retired'),
      retired.map(
        ({ kind, code, name, color, size, onHand, openOrders }) =>
          `retired ${kind} ${code} (${name}, ${color}, ${size}): ${onHand} on the shelf, ${openOrders} open orders`,
      ),
    ),
  ];
}

function limitLines(word: string, total: number, lines: readonly string[]): string[] {
  const first = lines.slice(0, LINES_MAX);
  return total > first.length ? [...first, `and ${total - first.length} more ${word}`] : first;
}

function describeChange({ field, before, after }: FieldChange): string {
  return `${field} ${formatValue(before)} -> ${formatValue(after)}`;
}

function formatValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text;
}
