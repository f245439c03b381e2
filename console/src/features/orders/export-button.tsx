import { Button, Group, Menu, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { sharedCopy } from '../../shared/copy/shared-copy.ts';
import { saveFile } from '../../shared/list/save-file.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import type { OrderSearch } from './order-search.ts';
import { EXPORT_FORMATS, type ExportFormat, readExport } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

/** Bytes of a tenth of a megabyte, the step of the progress. */
const STEP_BYTES = 100_000;

/** Saves all orders that match the filters as a file, and shows how much has arrived. */
export function ExportButton({ search }: { search: OrderSearch }) {
  const copy = useCopy(ordersCopy);
  const shared = useCopy(sharedCopy);
  const { count } = useFormats();
  const [steps, setSteps] = useState(0);
  const stop = useRef(new AbortController());
  const save = useMutation({
    mutationFn: async (format: ExportFormat) => {
      setSteps(0);
      stop.current = new AbortController();
      const onBytes = (bytes: number) => setSteps(Math.floor(bytes / STEP_BYTES));
      const file = await readExport(search, format, { onBytes, signal: stop.current.signal });
      saveFile(`${copy.fileName}.${format === 'xlsx' ? format : 'csv'}`, file);
    },
  });
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false} disabled={save.isPending}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            title={copy.exportMeans}
            aria-disabled={save.isPending}
          >
            {copy.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {EXPORT_FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => save.mutate(format)}>
              {copy.exportFormats[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {save.isPending && (
        <Group gap={4} wrap="nowrap">
          <Text size="sm" role="status">
            {copy.exporting(count(steps / 10))}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={() => stop.current.abort()}>
            {shared.cancel}
          </Button>
        </Group>
      )}
      {save.error && !stop.current.signal.aborted && <RequestFailure error={save.error} />}
    </>
  );
}
