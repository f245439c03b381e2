import { Alert, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { RequestError } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useScanner } from '../../shared/scan/use-scanner.ts';
import { RequestFailure } from '../../shared/ui/page.tsx';
import { readBatch, readPiece } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';

/** Opens the order of a scanned piece, or a scanned batch. Other codes are searched in the orders. */
export function ScanToOpen() {
  const copy = useCopy(batchesCopy);
  const navigate = useNavigate();
  const find = useMutation({
    mutationFn: async ({ text, own }: { text: string; own?: string | undefined }) => {
      if (own === 'piece') {
        const { clientId, orderId, code } = await readPiece(text);
        return navigate({ to: '/orders/$clientId/$orderId', params: { clientId, orderId }, hash: code });
      }
      if (own === 'batch') {
        const { batchId } = await readBatch(text);
        return navigate({ to: '/batches/$batchId', params: { batchId } });
      }
      return navigate({ to: '/orders', search: { q: text } });
    },
  });
  useScanner((_, { text, own }) => find.mutate({ text, own }), { isOfPage: true });
  const isUnknown = find.error instanceof RequestError && find.error.status === 404;
  return (
    <>
      {find.error &&
        (isUnknown ? (
          <Alert color="red" role="alert">
            {copy.scanUnknown(find.variables?.text ?? '')}
          </Alert>
        ) : (
          <RequestFailure error={find.error} />
        ))}
      <Text size="sm" c="dimmed">
        {copy.find}
      </Text>
    </>
  );
}
