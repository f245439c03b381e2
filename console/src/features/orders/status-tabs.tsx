import { Badge, Chip, Group, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { type OrderSearch, STATUSES, type Status } from './order-search.ts';
import { countsQuery } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';
import classes from './status-tabs.module.css';
import { ClientChips } from './view-chips.tsx';

const ALL = 'all';
/** Of reasons, the most frequent. */
const REASONS_MAX = 8;
/** All of them stand in one line on a tablet. */
const NARROW = { tab: { paddingInline: 6 }, tabSection: { marginInlineStart: 4 } };

interface StatusTabsProps {
  search: OrderSearch;
  onChange: (changes: OrderSearch) => void;
}

/** The statuses with how many orders are in them, and below them why those of the chosen one stand still. */
export function StatusTabs({ search, onChange }: StatusTabsProps) {
  const copy = useCopy(ordersCopy);
  const { count } = useFormats();
  const { data: counts } = useQuery(countsQuery(search.mode, search.clientId));
  const chosen = search.status ?? ALL;
  const reasons = (counts?.reasons ?? []).filter(
    ({ status }) => search.status === undefined || search.status.split(',').includes(status),
  );
  const numberOf = (status: string) => (status === ALL ? counts?.orders : counts?.statuses[status as Status]);
  return (
    <div>
      <Tabs
        value={chosen}
        styles={NARROW}
        onChange={(status) =>
          onChange({ status: status === ALL || !status ? undefined : status, reason: undefined })
        }
      >
        <Tabs.List aria-label={copy.byStatus}>
          {[ALL, ...STATUSES].map((status) => (
            <Tabs.Tab
              key={status}
              value={status}
              rightSection={
                numberOf(status) !== undefined && (
                  <Badge
                    size="sm"
                    variant={status === 'ERROR' && numberOf(status) ? 'filled' : 'default'}
                    color="red"
                  >
                    {count(numberOf(status) ?? 0)}
                  </Badge>
                )
              }
            >
              {status === ALL ? copy.all : copy.statuses[status as Status]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Group gap="md" mt="xs" className={classes.why}>
        {reasons.length > 0 && (
          <Group gap={6} role="group" aria-label={copy.byReason}>
            {reasons.slice(0, REASONS_MAX).map(({ status, reason, orders }) => (
              <Chip
                key={`${status} ${reason}`}
                size="xs"
                checked={search.reason?.split(',').includes(reason) ?? false}
                onChange={(isOn) => onChange({ reason: isOn ? reason : undefined })}
              >
                {copy.reasons[reason] ?? reason} {count(orders)}
              </Chip>
            ))}
          </Group>
        )}
        <ClientChips search={search} onChange={onChange} />
      </Group>
    </div>
  );
}
