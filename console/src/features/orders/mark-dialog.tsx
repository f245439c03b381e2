import { Select, TagsInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { MARKS_KEY, markOrders, marksQuery, ORDERS_KEY } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

interface MarkDialogProps {
  orders: readonly { clientId: string; orderId: string; tags?: readonly string[] | undefined }[];
  onMarked?: () => void;
  onClose: () => void;
}

/** Nobody looks after the orders. */
const NOBODY = 'NONE';
const TAG_LENGTH_MAX = 30;
const TAGS_AT_ONCE_MAX = 10;

/** Sets the assignee of orders, and adds and removes tags. Empty fields change nothing. */
export function MarkDialog({ orders, onMarked, onClose }: MarkDialogProps) {
  const { marks: copy } = useCopy(ordersCopy);
  const queryClient = useQueryClient();
  const { data: known } = useQuery(marksQuery);
  const [assigneeId, setAssigneeId] = useState<string | null>(null);
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const present = [...new Set(orders.flatMap(({ tags = [] }) => tags))].sort();
  const change = useDialogChange(
    async () => {
      await markOrders({
        orders: orders.map(({ clientId, orderId }) => ({ clientId, orderId })),
        ...(assigneeId !== null && { assigneeId: assigneeId === NOBODY ? '' : assigneeId }),
        ...(added.length > 0 && { addTags: added }),
        ...(removed.length > 0 && { removeTags: removed }),
      });
      await queryClient.invalidateQueries({ queryKey: MARKS_KEY });
      onMarked?.();
    },
    ORDERS_KEY,
    onClose,
  );
  const tagsField = { maxTags: TAGS_AT_ONCE_MAX, comboboxProps: { withinPortal: false }, clearable: true };
  return (
    <Dialog
      title={copy.title(orders.length)}
      confirm={copy.save}
      change={change}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Select
        data-autofocus
        label={copy.assignee}
        placeholder={copy.unchanged}
        clearable
        searchable
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
        data={[
          { value: NOBODY, label: copy.nobody },
          ...(known?.people ?? []).map(({ operatorId, name }) => ({ value: operatorId, label: name })),
        ]}
        value={assigneeId}
        onChange={setAssigneeId}
      />
      <TagsInput
        {...tagsField}
        label={copy.add}
        description={copy.addMeans}
        maxLength={TAG_LENGTH_MAX}
        data={known?.tags ?? []}
        value={added}
        onChange={setAdded}
        acceptValueOnBlur
      />
      {present.length > 0 && (
        <TagsInput {...tagsField} label={copy.remove} data={present} value={removed} onChange={setRemoved} />
      )}
    </Dialog>
  );
}
