import { useMutation } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { saveFile } from '../../shared/list/save-file.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import { reportsCopy } from './reports-copy.ts';

interface ExportButtonProps {
  /** Name of the file. */
  name: string;
  title: string;
  format?: 'csv' | 'xlsx';
  read: () => Promise<unknown>;
}

/** Saves a table as CSV, or as a workbook. */
export function ExportButton({ name, title, format = 'csv', read }: ExportButtonProps) {
  const copy = useCopy(reportsCopy);
  const save = useMutation({ mutationFn: async () => saveFile(name, (await read()) as Blob) });
  return (
    <>
      {save.error && <RequestFailure error={save.error} />}
      <ActionButton
        verb="reports.read"
        variant="default"
        size="compact-sm"
        loading={save.isPending}
        aria-label={format === 'csv' ? copy.csvOf(title) : copy.xlsxOf(title)}
        onClick={() => save.mutate()}
      >
        {format === 'csv' ? copy.csv : copy.xlsx}
      </ActionButton>
    </>
  );
}
