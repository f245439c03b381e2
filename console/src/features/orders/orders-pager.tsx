import { Group } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import type { OrderSearch } from './order-search.ts';
import type { OrdersPage } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

/** Pages by cursor: the address of a page shows the same rows to whom it is sent, and back is the browser's own. */
export function OrdersPager({ search, page }: { search: OrderSearch; page: OrdersPage }) {
  const copy = useCopy(ordersCopy);
  if (search.cursor === undefined && page.next === undefined) return null;
  const { cursor: _, ...first } = search;
  return (
    <Group component="nav" aria-label={copy.pages} justify="flex-end" gap="xs">
      {search.cursor !== undefined && (
        <ButtonLink to="/orders" search={first} variant="default" size="xs">
          {copy.first}
        </ButtonLink>
      )}
      {page.next !== undefined && (
        <ButtonLink
          to="/orders"
          search={{ ...first, cursor: page.next }}
          variant="default"
          size="xs"
          rightSection={<Icon name="right" size={14} />}
        >
          {copy.next}
        </ButtonLink>
      )}
    </Group>
  );
}
