import { Button, Code, CopyButton, Group, Menu, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { partsCopy } from '../../../shared/copy/parts-copy.ts';
import { sharedCopy } from '../../../shared/copy/shared-copy.ts';
import { useSession } from '../../../shared/session/use-permission.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { Icon } from '../../../shared/ui/icons.tsx';
import { ReleaseOrdersDialog } from '../release-orders-dialog.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { type ActionName, actionsOf, mainActionsOf, type ReasonDialogName, VERB_OF } from './order-action-rules.ts';
import {
  type OperatorOrder,
  type OrderActing,
  type OrderKey,
  type OrderStepProps,
  orderPiecesQuery,
} from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { useRefusalWords } from './use-order-words.ts';

interface OrderActionsProps extends OrderStepProps {
  orderKey: OrderKey;
  seen: OperatorOrder;
  etag: string;
  action: OrderActing;
}

/** Shows the possible actions: those that make sense now as buttons, and the others in a menu. */
export function OrderActions({ orderKey, seen, etag, action, step, onStepEnd }: OrderActionsProps) {
  const copy = useCopy(orderCopy);
  const [asking, setAsking] = useState<ActionName | undefined>(step);
  const press = (name: ActionName) => {
    action.reset();
    if (name === 'retry' || name === 'refetch') action.mutate({ name: 'retry', refetch: name === 'refetch', etag });
    else if (isImmediate(name)) action.mutate({ name, etag });
    else setAsking(name);
  };
  const [isDocument, { open: showDocument, close: hideDocument }] = useDisclosure();
  const more = useRef<HTMLButtonElement>(null);
  const pressOther = (name: ActionName) => {
    // A dialog gives the focus back to where it was, and the menu is then closed.
    more.current?.focus();
    press(name);
  };
  const ofOrder = useRefusalWords(seen);
  const { data: pieces = [] } = useQuery(orderPiecesQuery(orderKey));
  const left = seen.order.status === 'ACCEPTED' ? pieces.filter(({ state }) => state !== 'CANCELLED') : [];
  const batch = left.find(({ batchId }) => batchId)?.batchId;
  const refusalWords = (name: ActionName) =>
    name === 'toBatch' && batch !== undefined ? copy.refusals.released(batch) : ofOrder(name);
  const isAlone = left.length > 0 && batch === undefined && !seen.order.cancellation;
  const shared = useCopy(sharedCopy);
  const { verbs, operator } = useSession();
  const mayDo = (name: ActionName) => verbs.includes(VERB_OF[name]);
  const possible = actionsOf(seen).filter((name) => mayDo(name) && refusalWords(name) === undefined);
  const { status } = seen.order;
  const nothing = actionsOf(seen).some(mayDo)
    ? ((seen.mode === 'sandbox' ? copy.refusals.sandbox : copy.nothingPossible[status]) ?? copy.nothingPossible.other)
    : shared.notPermitted(operator.role);
  const main = mainActionsOf(seen, isAlone).filter((name) => possible.includes(name));
  const sent = action.variables;
  const isSent = (name: ActionName) =>
    sent?.name === 'retry' ? name === (sent.refetch ? 'refetch' : 'retry') : sent?.name === name;
  const end = () => {
    setAsking(undefined);
    onStepEnd();
  };
  const dialog = asking && { seen, etag, action, refusal: refusalWords(asking), onClose: end };
  return (
    <>
      <Group gap="xs">
        {main.map((name) => (
          <ActionButton
            key={name}
            size="sm"
            variant={isNext(name, seen, isAlone) ? 'filled' : 'default'}
            verb={VERB_OF[name]}
            loading={action.isPending && isSent(name)}
            onClick={() => press(name)}
          >
            {copy.actions[name]}
          </ActionButton>
        ))}
        <Menu position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button ref={more} size="sm" variant="default" rightSection={<Icon name="down" size={14} />}>
              {copy.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {possible
              .filter((name) => !main.includes(name))
              .map((name) => (
                <Menu.Item key={name} data-verb={VERB_OF[name]} onClick={() => pressOther(name)}>
                  {copy.actions[name]}
                </Menu.Item>
              ))}
            <Menu.Item leftSection={<Icon name="audit" size={14} />} onClick={showDocument}>
              {copy.document}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {possible.length === 0 && (
          <Text size="sm" c="dimmed">
            {nothing}
          </Text>
        )}
      </Group>
      <OrderDocument seen={seen} opened={isDocument} onClose={hideDocument} />
      {dialog && asking === 'toBatch' && <ReleaseOrdersDialog orders={[orderKey]} onClose={dialog.onClose} />}
      {dialog && asking === 'ship' && <ShipDialog {...dialog} />}
      {dialog && asking === 'amend' && <CorrectionDialog {...dialog} />}
      {dialog && isReasonDialog(asking) && <ReasonDialog {...dialog} name={asking} />}
    </>
  );
}

type OrderDocumentProps = { seen: OperatorOrder; opened: boolean; onClose: () => void };

/** Shows the order document that the client reads, for support. */
function OrderDocument({ seen: { order }, opened, onClose }: OrderDocumentProps) {
  const copy = useCopy(orderCopy);
  const parts = useCopy(partsCopy);
  const shared = useCopy(sharedCopy);
  const text = JSON.stringify(order, null, 2);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={copy.document}
      size="xl"
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <CopyButton value={text}>
        {({ copied, copy: take }) => (
          <Button variant="default" size="xs" mb="xs" onClick={take}>
            {copied ? parts.copied : parts.copy}
          </Button>
        )}
      </CopyButton>
      <Code block tabIndex={0}>
        {text}
      </Code>
    </Modal>
  );
}

const isReasonDialog = (name: ActionName): name is ReasonDialogName =>
  name === 'hold' || name === 'cancel' || name === 'fail' || name === 'correct';
const isImmediate = (name: ActionName) => name === 'release' || name === 'rush' || name === 'unrush';

/** Returns whether the order waits for this action. */
const isNext = (name: ActionName, { order }: OperatorOrder, isAlone: boolean) =>
  order.status === 'ASSIGNED' || isAlone ? name === 'toBatch' : name === 'ship' && order.status === 'ACCEPTED';
