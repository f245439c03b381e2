import { Button, Group, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { useRefusal } from '../../../shared/session/use-permission.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { Icon } from '../../../shared/ui/icons.tsx';
import { ReleaseOrdersDialog } from '../release-orders-dialog.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { type ActionName, actionsOf, mainActionsOf, type ReasonDialogName, VERB_OF } from './order-action-rules.ts';
import { type OperatorOrder, type OrderActing, type OrderKey, orderPiecesQuery } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { useRefusalWords } from './use-order-words.ts';

type OrderActionsProps = { orderKey: OrderKey; seen: OperatorOrder; etag: string; action: OrderActing };

/** Shows the actions that make sense now as buttons, and the others in a menu. */
export function OrderActions({ orderKey, seen, etag, action }: OrderActionsProps) {
  const copy = useCopy(orderCopy);
  const [asking, setAsking] = useState<ActionName>();
  const press = (name: ActionName) => {
    action.reset();
    if (name === 'retry' || name === 'refetch') action.mutate({ name: 'retry', refetch: name === 'refetch', etag });
    else if (isImmediate(name)) action.mutate({ name, etag });
    else setAsking(name);
  };
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
  const main = mainActionsOf(seen, isAlone);
  const sent = action.variables;
  const isSent = (name: ActionName) =>
    sent?.name === 'retry' ? name === (sent.refetch ? 'refetch' : 'retry') : sent?.name === name;
  const dialog = asking && { seen, etag, action, refusal: refusalWords(asking), onClose: () => setAsking(undefined) };
  return (
    <>
      <Group gap="xs">
        {main.map((name) => (
          <ActionButton
            key={name}
            size="sm"
            variant={isNext(name, seen, isAlone) ? 'filled' : 'default'}
            verb={VERB_OF[name]}
            refusal={refusalWords(name)}
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
            {actionsOf(seen)
              .filter((name) => !main.includes(name))
              .map((name) => (
                <MenuAction key={name} name={name} refusal={refusalWords(name)} onClick={() => pressOther(name)} />
              ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {dialog && asking === 'toBatch' && <ReleaseOrdersDialog orders={[orderKey]} onClose={dialog.onClose} />}
      {dialog && asking === 'ship' && <ShipDialog {...dialog} />}
      {dialog && asking === 'amend' && <CorrectionDialog {...dialog} />}
      {dialog && isReasonDialog(asking) && <ReasonDialog {...dialog} name={asking} />}
    </>
  );
}

type MenuActionProps = { name: ActionName; refusal: string | undefined; onClick: () => void };

/** An action in the menu. If it is disabled, it says why. */
function MenuAction({ name, refusal, onClick }: MenuActionProps) {
  const copy = useCopy(orderCopy);
  const reason = useRefusal(VERB_OF[name]) ?? refusal;
  return (
    <Menu.Item
      disabled={reason !== undefined}
      data-verb={VERB_OF[name]}
      maw={320}
      opacity={1}
      // The first enabled action has the focus when the menu opens.
      {...(reason === undefined ? { 'data-autofocus': true } : { 'aria-description': reason })}
      onClick={onClick}
    >
      {copy.actions[name]}
      {reason !== undefined && (
        <Text size="xs" c="dimmed">
          {reason}
        </Text>
      )}
    </Menu.Item>
  );
}

const isReasonDialog = (name: ActionName): name is ReasonDialogName =>
  name === 'hold' || name === 'cancel' || name === 'fail' || name === 'correct';
const isImmediate = (name: ActionName) => name === 'release' || name === 'prefer' || name === 'unprefer';

/** Returns whether the order waits for this action. */
const isNext = (name: ActionName, { order }: OperatorOrder, isAlone: boolean) =>
  order.status === 'ASSIGNED' || isAlone ? name === 'toBatch' : name === 'ship' && order.status === 'ACCEPTED';
