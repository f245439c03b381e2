/**
 * Finds keys from where the last call ended, and from the beginning again once there are fewer than `limit`: where there are always more, none is left out for
 * good. `find` gives keys behind one, in their order.
 */
export function roundRobin(
  find: (after: string, limit: number) => Promise<string[]>,
  limit: number,
): () => Promise<string[]> {
  let after = '';
  return async () => {
    const found = await find(after, limit);
    const missing = limit - found.length;
    if (missing > 0 && after !== '') {
      const others = await find('', missing);
      after = '';
      return [...new Set([...found, ...others])];
    }
    after = missing > 0 ? '' : (found.at(-1) ?? '');
    return found;
  };
}
