import { Group } from '@mantine/core';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import { Icon } from './icons.tsx';
import { ButtonLink } from './links.tsx';

interface CursorPagerProps {
  /** The page's own address. */
  to: string;
  search: { cursor?: string | undefined };
  /** Cursor of the next page; undefined on the last. */
  next: string | undefined;
}

/** Pages by cursor: the address of a page shows the same rows to whom it is sent, and back is the browser's own. */
export function CursorPager({ to, search, next }: CursorPagerProps) {
  const copy = useCopy(partsCopy);
  if (search.cursor === undefined && next === undefined) return null;
  const { cursor: _, ...first } = search;
  const link = (cursor: string | undefined) =>
    ({ to, search: { ...first, ...(cursor && { cursor }) } }) as { to: '/orders' };
  return (
    <Group component="nav" aria-label={copy.listPages} justify="flex-end" gap="xs">
      {search.cursor !== undefined && (
        <ButtonLink {...link(undefined)} variant="default" size="xs">
          {copy.firstPage}
        </ButtonLink>
      )}
      {next !== undefined && (
        <ButtonLink
          {...link(next)}
          variant="default"
          size="xs"
          rightSection={<Icon name="right" size={14} />}
        >
          {copy.nextPage}
        </ButtonLink>
      )}
    </Group>
  );
}
