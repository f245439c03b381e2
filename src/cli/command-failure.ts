import { CommanderError } from 'commander';
import { CatalogError } from '../catalog/import/catalog-file.ts';
import { ApiError } from '../errors.ts';
import { describeFailure, withoutDatabase } from '../start-error.ts';

/** What a failed command prints on standard error: with --json one JSON text as the API's errors are, else lines for people. */
export function commandFailure(failure: unknown, json: boolean): string {
  const error = withoutDatabase(failure);
  if (!json) return error instanceof ApiError ? `platen: ${error.message}\n` : describeFailure(error);
  const name = error instanceof ApiError || error instanceof CatalogError ? error.error : nameOf(error);
  const message = describeFailure(error)
    .replace(/^platen: (\w*Error: )?(error: )?/, '')
    .split('\n', 1)[0];
  return `${JSON.stringify({ error: name, message })}\n`;
}

function nameOf(error: unknown): string {
  return error instanceof CommanderError ? 'invalid_command' : 'command_failed';
}
