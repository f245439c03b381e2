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

export interface Marks {
  assigneeId: string | null;
  added: string[];
  removed: string[];
}
export const NO_MARKS: Marks = { assigneeId: null, added: [], removed: [] };

/** Returns the fields of the request. Empty ones change nothing. */
export function markFields({ assigneeId, added, removed }: Marks) {
  return {
    ...(assigneeId !== null && { assigneeId: assigneeId === NOBODY ? '' : assigneeId }),
    ...(added.length > 0 && { addTags: added }),
    ...(removed.length > 0 && { removeTags: removed }),
  };
}

/** Sets the assignee of orders, and adds and removes tags. */
export function MarkDialog({ orders, onMarked, onClose }: MarkDialogProps) {
  const { marks: copy } = useCopy(ordersCopy);
  const queryClient = useQueryClient();
  const [marks, setMarks] = useState(NO_MARKS);
  const present = [...new Set(orders.flatMap(({ tags = [] }) => tags))].sort();
  const change = useDialogChange(
    async () => {
      const keys = orders.map(({ clientId, orderId }) => ({ clientId, orderId }));
      await markOrders({ orders: keys, ...markFields(marks) });
      await queryClient.invalidateQueries({ queryKey: MARKS_KEY });
      onMarked?.();
    },
    ORDERS_KEY,
    onClose,
  );
  return (
    <Dialog
      title={copy.title(orders.length)}
      confirm={copy.save}
      change={change}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <MarkFields marks={marks} onChange={setMarks} present={present} />
    </Dialog>
  );
}

interface MarkFieldsProps {
  marks: Marks;
  onChange: (marks: Marks) => void;
  /** Tags that can be removed; by default, all in use. */
  present?: string[];
}

export function MarkFields({ marks, onChange, present }: MarkFieldsProps) {
  const { marks: copy } = useCopy(ordersCopy);
  const { data: known } = useQuery(marksQuery);
  const tags = known?.tags ?? [];
  const removable = present ?? tags;
  const tagsField = { maxTags: TAGS_AT_ONCE_MAX, comboboxProps: { withinPortal: false }, clearable: true };
  return (
    <>
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
        value={marks.assigneeId}
        onChange={(assigneeId) => onChange({ ...marks, assigneeId })}
      />
      <TagsInput
        {...tagsField}
        label={copy.add}
        description={copy.addMeans}
        maxLength={TAG_LENGTH_MAX}
        data={tags}
        value={marks.added}
        onChange={(added) => onChange({ ...marks, added })}
        acceptValueOnBlur
      />
      {removable.length > 0 && (
        <TagsInput
          {...tagsField}
          label={copy.remove}
          data={removable}
          value={marks.removed}
          onChange={(removed) => onChange({ ...marks, removed })}
        />
      )}
    </>
  );
}
