import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** With more than this in values V8 is only asked to collect once: to collect until nothing more comes of it would stand still for up to a second. */
const SMALL_HEAP_BYTES = 96 * 1_048_576;

/**
 * Gives back the memory that nothing needs any more. V8 would keep it for new values, and a server that does little never makes so many that it looks. Nothing else
 * is done meanwhile, for a tenth of a second or two: it is for a start, and for when there is little to do.
 */
export async function giveBackMemory(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  const isSmall = process.memoryUsage().heapUsed < SMALL_HEAP_BYTES;
  await collect({ type: 'major', execution: 'async', flavor: isSmall ? 'last-resort' : 'regular' });
}
