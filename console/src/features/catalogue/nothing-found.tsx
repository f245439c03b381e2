import { Button, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { catalogueCopy } from './catalogue-copy.ts';

export function NothingFound({ onClear }: { onClear: () => void }) {
  const copy = useCopy(catalogueCopy);
  return (
    <Text>
      {copy.none}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        {copy.clear}
      </Button>
    </Text>
  );
}
