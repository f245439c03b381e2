import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  await collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
}
