import { Badge } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import type { Station } from './stations-api.ts';
import { stationsCopy } from './stations-copy.ts';

export function StationState({ station: { disabled } }: { station: Station }) {
  const copy = useCopy(stationsCopy);
  return <Badge color={disabled ? 'gray' : 'green'}>{disabled ? copy.disabled : copy.active}</Badge>;
}
