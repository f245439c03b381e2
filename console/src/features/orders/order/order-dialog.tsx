import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { sharedCopy } from '../../../shared/copy/shared-copy.ts';
import { Icon } from '../../../shared/ui/icons.tsx';
import { RequestFailure } from '../../../shared/ui/page.tsx';
import { isConflict, type OperatorOrder, type OrderActing, type OrderAction, versionOf } from './order-api.ts';
import { orderCopy } from './order-copy.ts';

/** The server's limit. */
export const REASON_LENGTH_MAX = 500;

export interface OrderDialogProps {
  seen: OperatorOrder;
  etag: string;
  action: OrderActing;
  /** Why the action has become impossible. The order may change while the dialog is open. */
  refusal?: string | undefined;
  onClose: () => void;
}

interface DialogShellProps extends OrderDialogProps {
  title: string;
  /** The label of the submit button. */
  confirm: string;
  color?: string;
  size?: string;
  /** Whether all required fields are filled in. */
  isReady?: boolean;
  toSend: () => OrderAction;
  children?: ReactNode;
}

/** Shows a form that sends one action. It stays open, with the refusal, until the action succeeds. */
export function OrderDialog({
  seen,
  etag,
  action,
  refusal,
  title,
  confirm,
  color,
  size,
  isReady = true,
  toSend,
  onClose,
  children,
}: DialogShellProps) {
  const copy = useCopy(orderCopy);
  const shared = useCopy(sharedCopy);
  const seenEtag = useSeenEtag(etag, action.error);
  const canSend = isReady && refusal === undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      {...(size && { size })}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (canSend) action.mutate({ ...toSend(), etag: seenEtag }, { onSuccess: onClose });
        }}
      >
        <Stack gap="sm">
          <ActionFailure seen={seen} action={action} />
          {children}
          {refusal !== undefined && (
            <Text size="sm" c="red" role="status">
              {refusal}
            </Text>
          )}
          <Group justify="flex-end" mt="xs">
            <Button variant="default" onClick={onClose}>
              {copy.back}
            </Button>
            <Button type="submit" loading={action.isPending} disabled={!canSend} {...(color && { color })}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/**
 * Returns the ETag of the version when the dialog opened, because the dialog hides the page behind it. After
 * a conflict it is the ETag of the current version.
 */
function useSeenEtag(etag: string, error: Error | null): string {
  const [seen, setSeen] = useState(etag);
  useEffect(() => {
    if (isConflict(error)) setSeen(etag);
  }, [etag, error]);
  return seen;
}

/** Shows the refusal of an action. If somebody else has changed the order, it lists their actions. */
export function ActionFailure({ seen, action }: { seen: OperatorOrder; action: OrderActing }) {
  const copy = useCopy(orderCopy);
  const { error, variables } = action;
  if (!error) return null;
  if (!isConflict(error)) return <RequestFailure error={error} isChange />;
  const before = versionOf(variables?.etag ?? '');
  const news = seen.events.filter(({ version }) => version > before);
  return (
    <Alert color="yellow" icon={<Icon name="refresh" />} title={copy.changedMeanwhile} role="alert">
      {news.length > 0 && (
        <List size="sm" mb={4}>
          {news.map(({ type, version, actor, actorName }) => (
            <List.Item key={version}>{copy.didThis(actorName ?? copy.by[actor], copy.events[type])}</List.Item>
          ))}
        </List>
      )}
      {copy.changedMeanwhileLong}
    </Alert>
  );
}
