import { Text } from '@mantine/core';
import { useFormats } from '../../shared/copy/formats.ts';
import { useNow } from '../../shared/copy/use-now.ts';

/** Until when something is to leave; red when that is over. */
export function DueText({ due }: { due: string }) {
  const { moment } = useFormats();
  const isLate = Date.parse(due) <= useNow();
  return (
    <Text
      component="span"
      size="sm"
      style={{ whiteSpace: 'nowrap' }}
      {...(isLate && { fw: 600, c: 'var(--mantine-color-error)' })}
    >
      {moment(due)}
    </Text>
  );
}
