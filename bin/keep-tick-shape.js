import { createHook } from 'node:async_hooks';

const kept = [];

/**
 * Keeps one of the objects that `process.nextTick` makes of its calls. V8 forgets the shape of such an object when it collects while none is left, and can then make them
 * by a slow way only, for ever: in a server that takes a twentieth of the time of a request. It must run before the first collection.
 */
export function keepTickShape() {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') kept.push(resource);
    },
    // V8 would never again inline what waits for promises.
    trackPromises: false,
  });
  hook.enable();
  process.nextTick(() => {});
  hook.disable();
}
