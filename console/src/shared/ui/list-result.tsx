import { Group } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListPage } from '../api/answers.ts';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import { Icon } from './icons.tsx';
import { ButtonLink } from './links.tsx';
import { RequestFailure } from './request-failure.tsx';

interface ListAddress {
  /** The address of the page. */
  to: string;
  search: { cursor?: string | undefined };
}

interface ListResultProps<Row> extends ListAddress {
  query: UseQueryResult<ListPage<Row>>;
  /** The content for an empty list. */
  none: ReactNode;
  /** The table. `isOld`: the rows are those of the previous page while the next one is loading. */
  children: (rows: Row[], isOld: boolean) => ReactNode;
}

/** Shows the failure or the rows of a list, and links to its other pages. */
export function ListResult<Row>({ query, none, children, ...address }: ListResultProps<Row>) {
  const { data, error, refetch, isPlaceholderData } = query;
  return (
    <>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && (data.rows.length === 0 ? none : children(data.rows, isPlaceholderData))}
      {data && <CursorPager {...address} next={data.next} />}
    </>
  );
}

/** Links to other pages by cursor, so an address shows the same rows to other people. */
export function CursorPager({ to, search, next }: ListAddress & { next: string | undefined }) {
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
        <ButtonLink {...link(next)} variant="default" size="xs" rightSection={<Icon name="right" size={14} />}>
          {copy.nextPage}
        </ButtonLink>
      )}
    </Group>
  );
}
