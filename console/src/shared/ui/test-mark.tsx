import { Badge } from '@mantine/core';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';

/** Marks a label of a test account. */
export function TestMark() {
  const { testLabel } = useCopy(partsCopy);
  return (
    <Badge color="orange" styles={{ root: { height: 'auto' }, label: { whiteSpace: 'normal' } }}>
      {testLabel}
    </Badge>
  );
}
