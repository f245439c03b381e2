import { Command } from 'commander';
import { StartError } from '../start/start-error.ts';
import { print } from './command-line.ts';

/** platen connect */
export function connectCommand(): Command {
  return new Command('connect')
    .description(
      "take a shop's orders by its webhooks, and send status and tracking back (docs/connectors.md)",
    )
    .argument('<file>', 'the mapping: which shop, and what its SKUs are here')
    .option(
      '--check',
      "change nothing: look through the shop's open orders for what the mapping lacks",
      false,
    )
    .option('--json', 'with --check: print JSON', false)
    .action(async (file: string, { check, json }: { check: boolean; json: boolean }) => {
      const { checkConnector, startConnector } = await import('../../connectors/connect.ts');
      const { ConnectError } = await import('../../connectors/mapping.ts');
      const { ShopRefused, ShopUnavailable } = await import('../../connectors/shop.ts');
      try {
        if (check) return tellChecked(await checkConnector(file, process.env), json);
        const stop = new AbortController();
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
          process.once(signal, () => stop.abort());
        const { port, ended } = await startConnector(file, {
          environment: process.env,
          log: (line) => void process.stdout.write(`${new Date().toISOString()} ${line}\n`),
          signal: stop.signal,
        });
        process.stdout.write(
          `The connector listens on port ${port}: the shop calls /shop, Platen calls /platen.\n`,
        );
        await ended;
      } catch (error) {
        const isExpected = [ConnectError, ShopRefused, ShopUnavailable].some((kind) => error instanceof kind);
        throw isExpected ? new StartError((error as Error).message) : error;
      }
    });
}

function tellChecked(
  { orders, problems }: { orders: number; problems: ReadonlyMap<string, readonly string[]> },
  json: boolean,
): void {
  const refused = [...problems].map(([id, sentences]) => ({ id, problems: sentences }));
  print(json, { orders, refused }, [
    `Open orders in the shop  ${orders}`,
    `Cannot be taken          ${problems.size}`,
    ...refused.flatMap(({ id, problems: sentences }) => sentences.map((one) => `order ${id}: ${one}`)),
  ]);
  if (problems.size > 0) process.exitCode = 1;
}
