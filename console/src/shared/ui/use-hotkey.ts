import { useHotkeys } from '@mantine/hooks';

/** A single key, anywhere but in a field. A scanner's code never begins with `/` or `?`. */
export function useHotkey(key: string, act: () => void): void {
  useHotkeys([[key, act, { usePhysicalKeys: false }]]);
}
