// Loaded before the program. The first SIGUSR2 emits an unhandled connection error, and the second throws an
// error.
import { EventEmitter } from 'node:events';

process.once('SIGUSR2', () => {
  const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  process.once('SIGUSR2', () => {
    setImmediate(() => (undefined as unknown as { nothing: string }).nothing.length);
  });
  setImmediate(() => new EventEmitter().emit('error', broken));
});
