import { Alert, Group, List, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { AnchorLink, ButtonLink } from '../../shared/ui/links.tsx';
import type { Release } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';

const LEFT_OUT_SHOWN_MAX = 20;

/** What was released, and which batch has what somebody else was faster with. It stays until it is closed. */
export function ReleaseResult({ result, onClose }: { result: Release; onClose: () => void }) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const { batch, leftOut } = result;
  return (
    <>
      {batch && (
        <Alert
          color="green"
          icon={<Icon name="check" />}
          role="status"
          title={copy.released(batch.batchId)}
          withCloseButton
          closeButtonLabel={copy.close}
          onClose={onClose}
          data-released={batch.batchId}
        >
          <Group justify="space-between">
            <Text size="sm">{copy.releasedLong(count(batch.orders), count(batch.pieces))}</Text>
            <ButtonLink to="/batches/$batchId" params={{ batchId: batch.batchId }} size="compact-sm">
              {copy.openBatch}
            </ButtonLink>
          </Group>
        </Alert>
      )}
      {(leftOut.length > 0 || !batch) && (
        <Alert
          color="yellow"
          icon={<Icon name="warning" />}
          role="alert"
          title={batch ? copy.leftOutTitle : copy.nothingReleased}
          withCloseButton
          closeButtonLabel={copy.close}
          onClose={onClose}
        >
          <List size="sm">
            {leftOut.slice(0, LEFT_OUT_SHOWN_MAX).map(({ clientId, orderId, batchId, code }) => (
              <List.Item key={`${clientId} ${orderId}`} data-left-out={orderId}>
                <AnchorLink to="/orders/$clientId/$orderId" params={{ clientId, orderId }} size="sm">
                  {orderId}
                </AnchorLink>{' '}
                {batchId ? (
                  <>
                    {copy.alreadyIn}{' '}
                    <AnchorLink to="/batches/$batchId" params={{ batchId }} size="sm">
                      {code}
                    </AnchorLink>
                  </>
                ) : (
                  copy.notAssigned
                )}
              </List.Item>
            ))}
          </List>
          {leftOut.length > LEFT_OUT_SHOWN_MAX && (
            <Text size="sm">{copy.more(count(leftOut.length - LEFT_OUT_SHOWN_MAX))}</Text>
          )}
        </Alert>
      )}
    </>
  );
}
