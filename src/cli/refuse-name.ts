import { faultOfName } from '../people/name-rules.ts';
import { StartError } from '../start-error.ts';

/** Throws a StartError when the value of the option cannot be a name. */
export function refuseName(option: string, name: string, lengthMax: number): void {
  const fault = faultOfName(name);
  if (fault === 'blank' || name.length > lengthMax)
    throw new StartError(`${option} takes 1 to ${lengthMax} characters, at least one of them visible.`);
  if (fault === 'hidden')
    throw new StartError(
      `${option} must not have invisible characters, or characters that change the direction of text.`,
    );
}
