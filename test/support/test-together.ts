import { relative } from 'node:path';
import { after, suite } from 'node:test';

/** A process that has nothing to do any more ends by itself; what is closed may take a moment to be gone, and a browser's timer minutes. */
const LEFT_OPEN_MS_MAX = 30_000;

/**
 * Runs test files one after the other in this process, each as a suite with its own hooks. The next is loaded when the last has
 * ended, as what stands at the top of a file may start something.
 */
export async function testTogether(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const ended = Promise.withResolvers<void>();
    void suite(relative(process.cwd(), file), async () => {
      try {
        await import(file);
      } finally {
        // Hooks run in the order in which they were given: the file's own come first.
        after(() => ended.resolve());
      }
    });
    await ended.promise;
  }
  setTimeout(endWithWhatIsOpen, LEFT_OPEN_MS_MAX).unref();
}

/** Every test has been reported by now: nobody should wait for what a hook did not close, which is told. */
function endWithWhatIsOpen(): void {
  process.stderr.write(`Still open after all tests: ${process.getActiveResourcesInfo().join(', ')}\n`);
  process.exit();
}
