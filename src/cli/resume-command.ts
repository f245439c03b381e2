import { Command } from 'commander';
import { COMMAND_LINE } from '../audit/actor.ts';
import { print } from './print.ts';
import { withDatabase } from './with-database.ts';

interface Flags {
  skipOldWebhooks: boolean;
  json: boolean;
}

/** platen resume */
export function resumeCommand(): Command {
  return new Command('resume')
    .description('after a restore: resume webhooks, connectors, printers and sandbox steps')
    .option('--skip-old-webhooks', 'never send the webhooks that are older than the backup', false)
    .option('--json', 'print JSON', false)
    .action(({ skipOldWebhooks, json }: Flags) =>
      withDatabase(async ({ pool }) => {
        const { resumeAfterRestore } = await import('../backup/restore-pause.ts');
        const doing = { by: COMMAND_LINE, now: new Date() };
        const resumed = await resumeAfterRestore(pool, { skipOldWebhooks }, doing);
        print(
          json,
          resumed,
          resumed.wasPaused
            ? [
                'Resumed     webhooks, connectors, printers and sandbox steps',
                ...(skipOldWebhooks ? [`Skipped     ${resumed.skippedWebhooks} old webhooks`] : []),
              ]
            : ['Nothing is paused.'],
        );
      }),
    );
}
