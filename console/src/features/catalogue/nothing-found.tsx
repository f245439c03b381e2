import { Button, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { catalogueCopy } from './catalogue-copy.ts';

interface NothingFoundProps {
  /** What was searched for; undefined where the whole list is empty. */
  q: string | undefined;
  onClear: () => void;
}

export function NothingFound({ q, onClear }: NothingFoundProps) {
  const copy = useCopy(catalogueCopy);
  if (q === undefined) return <Text>{copy.noneYet}</Text>;
  return (
    <Text>
      {copy.none(q)}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        {copy.clear}
      </Button>
    </Text>
  );
}
