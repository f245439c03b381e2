import { useMutation } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { saveFile } from '../../shared/list/save-file.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import { reportsCopy } from './reports-copy.ts';

interface CsvButtonProps {
  /** Name of the file. */
  name: string;
  title: string;
  read: () => Promise<unknown>;
}

/** Saves a table as CSV. */
export function CsvButton({ name, title, read }: CsvButtonProps) {
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
        aria-label={copy.csvOf(title)}
        onClick={() => save.mutate()}
      >
        {copy.csv}
      </ActionButton>
    </>
  );
}
