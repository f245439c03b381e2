import { createHook } from 'node:async_hooks';

const kept = [];

/**
 * Keeps one of the objects that `process.nextTick` makes of its calls. V8 forgets the shape of such an object when it collects while none is left, and can then make them
 * by a slow way only, for ever: in a server that takes a twentieth of the time of a request. Before the first collection, so it is among the first things of a process.
 */
export function keepTickShape() {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') kept.push(resource);
    },
  });
  hook.enable();
  process.nextTick(() => {});
  hook.disable();
}
