import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { saveFile } from '../../shared/list/save-file.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { type ListedOrder, readFilesOf } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

/** All files of the selected orders, as their customers sent them, in one archive with a folder for each order. */
export function FilesButton({ orders }: { orders: ListedOrder[] }) {
  const copy = useCopy(ordersCopy);
  const read = useMutation({
    mutationFn: (some: ListedOrder[]) => readFilesOf(some),
    onSuccess: (archive) => saveFile(`${copy.fileName}.zip`, archive),
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="download" size={14} />}
        title={copy.bulk.filesMeans}
        loading={read.isPending}
        onClick={() => read.mutate(orders)}
      >
        {copy.bulk.files}
      </Button>
      {read.isPending && (
        <Text size="xs" role="status">
          {copy.bulk.filesReading}
        </Text>
      )}
      {read.error && <RequestFailure error={read.error} />}
    </>
  );
}
