import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { PrintJobsSection } from './print-jobs-section.tsx';
import { PrinterDialog } from './printer-dialog.tsx';
import { PRINTERS_KEY, printersQuery, readPrinter, type SeenPrinter } from './printers-api.ts';
import { printersCopy } from './printers-copy.ts';
import { PrintersTable } from './printers-table.tsx';

/** Does every printer print, and what waits? */
export function PrintersPage() {
  const copy = useCopy(printersCopy);
  const queryClient = useQueryClient();
  const { data: printers, error, refetch } = useQuery(printersQuery);
  const [edited, setEdited] = useState<{ seen?: SeenPrinter }>();
  const [failure, setFailure] = useState<Error>();
  const readAnew = () => queryClient.invalidateQueries({ queryKey: PRINTERS_KEY });
  const edit = (printerId: string) =>
    readPrinter(printerId).then((seen) => {
      setFailure(undefined);
      setEdited({ seen });
    }, setFailure);
  return (
    <Page
      title={copy.title}
      actions={
        <ActionButton verb="printers.change" onClick={() => setEdited({})}>
          {copy.add}
        </ActionButton>
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {failure && <RequestFailure error={failure} />}
      {printers?.length === 0 && <Text>{copy.none}</Text>}
      {printers && printers.length > 0 && (
        <PrintersTable
          printers={printers}
          onEdit={(printerId) => void edit(printerId)}
          onChanged={readAnew}
        />
      )}
      <PrintJobsSection printers={printers ?? []} onChanged={readAnew} />
      {edited && <PrinterDialog {...edited} onSaved={readAnew} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}
