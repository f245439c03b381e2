import { Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { CursorPager } from '../../shared/ui/cursor-pager.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { PrintJobsTable } from './print-jobs-table.tsx';
import { type Printer, printJobsQuery } from './printers-api.ts';
import { printersCopy } from './printers-copy.ts';
import { PRINT_STATES, type PrintersSearch } from './printers-search.ts';

const route = getRouteApi('/office/printers');

interface PrintJobsSectionProps {
  printers: readonly Printer[];
  onChanged: () => Promise<void>;
}

export function PrintJobsSection({ printers, onChanged }: PrintJobsSectionProps) {
  const copy = useCopy(printersCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(printJobsQuery(search));
  const filter = (changes: PrintersSearch) => {
    const { cursor: _, ...kept } = { ...search, ...changes };
    const given = Object.entries(kept).filter(([, value]) => value);
    void navigate({ search: Object.fromEntries(given) as PrintersSearch });
  };
  return (
    <Section
      title={copy.jobs}
      actions={
        <Group gap="xs">
          <NativeSelect
            aria-label={copy.printer}
            size="xs"
            value={search.printer ?? ''}
            data={[
              { value: '', label: copy.allPrinters },
              ...printers.map(({ printerId, name }) => ({ value: printerId, label: name })),
            ]}
            onChange={(event) => filter({ printer: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={copy.state}
            size="xs"
            value={search.state ?? ''}
            data={[
              { value: '', label: copy.allStates },
              ...PRINT_STATES.map((state) => ({ value: state, label: copy.states[state] })),
            ]}
            onChange={(event) => filter({ state: event.currentTarget.value as PrintersSearch['state'] })}
          />
        </Group>
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && data.jobs.length === 0 && (
        <Text size="sm">{search.printer || search.state ? copy.noneLikeThis : copy.noJobs}</Text>
      )}
      {data && data.jobs.length > 0 && (
        <PrintJobsTable jobs={data.jobs} isOld={isPlaceholderData} onChanged={onChanged} />
      )}
      {data && <CursorPager to="/printers" search={search} next={data.next} />}
    </Section>
  );
}
