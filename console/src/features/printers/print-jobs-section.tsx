import { Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { ChoiceSelect } from '../../shared/list/filters.tsx';
import { withoutEmpty } from '../../shared/list/text-search.ts';
import { ListResult } from '../../shared/ui/list-result.tsx';
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
  const list = useQuery(printJobsQuery(search));
  const filter = (changes: PrintersSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => withoutEmpty({ ...before, ...changes }) });
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
            onChange={(event) => filter({ printer: event.currentTarget.value || undefined })}
          />
          <ChoiceSelect
            aria-label={copy.state}
            size="xs"
            any={copy.allStates}
            of={PRINT_STATES}
            names={copy.states}
            value={search.state}
            onChange={(state) => filter({ state })}
          />
        </Group>
      }
    >
      <ListResult
        query={list}
        to="/printers"
        search={search}
        none={<Text size="sm">{search.printer || search.state ? copy.noneLikeThis : copy.noJobs}</Text>}
      >
        {(rows, isOld) => <PrintJobsTable jobs={rows} isOld={isOld} onChanged={onChanged} />}
      </ListResult>
    </Section>
  );
}
