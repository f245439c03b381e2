import { Group } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { moveByOne } from './postage-api.ts';
import { postageCopy } from './postage-copy.ts';

interface ListActionsProps<T> {
  /** Names the entry for screen readers. */
  name: string;
  list: readonly T[];
  at: number;
  words: { deleteTitle: string; deleteMeans: string };
  onEdit: () => void;
  onMove: (changed: T[]) => void;
  onDelete: (changed: T[]) => Promise<unknown>;
}

/** Changes, moves and deletes an entry of an ordered list. */
export function ListActions<T>({ name, list, at, words, onEdit, onMove, onDelete }: ListActionsProps<T>) {
  const copy = useCopy(postageCopy);
  const small = { verb: 'labels.change', variant: 'default', size: 'compact-sm' } as const;
  const mover = (by: -1 | 1, label: string, sign: string) =>
    list[at + by] !== undefined && (
      <ActionButton {...small} aria-label={copy.of(label, name)} onClick={() => onMove(moveByOne(list, at, by))}>
        {sign}
      </ActionButton>
    );
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {mover(-1, copy.moveUp, '↑')}
      {mover(1, copy.moveDown, '↓')}
      <ActionButton {...small} aria-label={copy.of(copy.edit, name)} onClick={onEdit}>
        {copy.edit}
      </ActionButton>
      <ConfirmButton
        {...small}
        label={copy.delete}
        aria-label={copy.of(copy.delete, name)}
        title={words.deleteTitle}
        isGrave
        act={() => onDelete(list.toSpliced(at, 1))}
      >
        {words.deleteMeans}
      </ConfirmButton>
    </Group>
  );
}
