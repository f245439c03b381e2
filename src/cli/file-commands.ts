import { Command } from 'commander';
import { orderBlobNames } from '../orders/files/order-blob-names.ts';
import { sweepBlobs } from '../platform/files/sweep-blobs.ts';
import { print, withBlobs } from './command-line.ts';

interface SweepFlags {
  dryRun: boolean;
  unrecorded: boolean;
  json: boolean;
}

/** platen files sweep */
export function filesCommand(): Command {
  const files = new Command('files').description('the files of orders');

  files
    .command('sweep')
    .description('delete the files that no order names any more, as the server does once a day')
    .option('--dry-run', 'delete nothing, only count', false)
    .option(
      '--unrecorded',
      'also what lies in DATA_DIR/files and this database knows nothing of: only where no other database uses the folder',
      false,
    )
    .option('--json', 'print JSON', false)
    .action(({ dryRun, unrecorded, json }: SweepFlags) =>
      withBlobs(async ({ pool, config, blobs }) => {
        const clock = () => new Date();
        const names = orderBlobNames(config.CANCELLED_FILES_DAYS, clock);
        const context = { pool, blobs, names, clock, graceMs: config.FILE_GRACE_SECONDS * 1_000 };
        const counts = await sweepBlobs(context, { dryRun, unrecorded });
        const line = (what: string, { files: n, bytes }: { files: number; bytes: number }) =>
          `${what.padEnd(26)} ${n} files, ${bytes} bytes`;
        print(json, { dryRun, ...counts }, [
          line(dryRun ? 'Would be deleted' : 'Deleted', counts.deleted),
          line(dryRun ? 'Half written, would go too' : 'Half written, removed', counts.leftovers),
          line('Unnamed, but not for long', counts.waiting),
          line('Kept', counts.kept),
        ]);
      }),
    );
  return files;
}
