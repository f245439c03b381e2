// Loaded before the program: the first SIGUSR2 breaks a connection that nobody listens to, the second is a fault of the program.
import { EventEmitter } from 'node:events';

process.once('SIGUSR2', () => {
  const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  process.once('SIGUSR2', () => {
    setImmediate(() => (undefined as unknown as { nothing: string }).nothing.length);
  });
  setImmediate(() => new EventEmitter().emit('error', broken));
});
