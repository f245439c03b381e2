import { Button, Group, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../copy/copy.ts';
import { useFormats } from '../copy/formats.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import type { Verb } from '../session/session-api.ts';
import { useSession } from '../session/use-permission.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { RequestFailure } from '../ui/request-failure.tsx';
import classes from './notes-section.module.css';
import { NOTE_LENGTH_MAX, type Note, type Notebook } from './notes-section.tsx';

interface NoteItemProps {
  note: Note;
  verb: Verb;
  notebook: Notebook;
  onChanged: () => Promise<unknown>;
}

/** A note, which whoever wrote it, or an admin, corrects and deletes. */
export function NoteItem({ note, verb, notebook, onChanged }: NoteItemProps) {
  const { notes: copy } = useCopy(partsCopy);
  const { moment } = useFormats();
  const { operator, verbs } = useSession();
  const [isEditing, setEditing] = useState(false);
  const isOwn = note.authorId === operator.operatorId;
  const refusal = isOwn || verbs.includes('notes.change') ? undefined : copy.notOwn;
  const who = [
    note.authorName,
    moment(note.created),
    note.changed && copy.changed(moment(note.changed)),
  ].filter(Boolean);
  if (isEditing)
    return (
      <li>
        <NoteForm note={note} notebook={notebook} onChanged={onChanged} onClose={() => setEditing(false)} />
      </li>
    );
  return (
    <li>
      <p className={classes.text}>{note.text}</p>
      <Group justify="space-between" gap="xs">
        <p className={classes.who}>{who.join(' · ')}</p>
        <Group gap={4}>
          <ActionButton
            verb={verb}
            refusal={refusal}
            size="compact-xs"
            variant="subtle"
            aria-label={copy.editOf(note.text)}
            onClick={() => setEditing(true)}
          >
            {copy.edit}
          </ActionButton>
          <ConfirmButton
            verb={verb}
            refusal={refusal}
            size="compact-xs"
            variant="subtle"
            isGrave
            label={copy.remove}
            aria-label={copy.removeOf(note.text)}
            title={copy.removeTitle}
            act={async () => {
              await notebook.remove(note.noteId);
              await onChanged();
            }}
          >
            <p className={classes.text}>{note.text}</p>
          </ConfirmButton>
        </Group>
      </Group>
    </li>
  );
}

interface NoteFormProps extends Omit<NoteItemProps, 'verb'> {
  onClose: () => void;
}

function NoteForm({ note, notebook, onChanged, onClose }: NoteFormProps) {
  const { notes: copy } = useCopy(partsCopy);
  const [text, setText] = useState(note.text);
  const correcting = useMutation({
    mutationFn: () => notebook.correct(note.noteId, text.trim()),
    onSuccess: onClose,
    onSettled: onChanged,
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') correcting.mutate();
      }}
    >
      {correcting.error && <RequestFailure error={correcting.error} isChange />}
      <Textarea
        aria-label={copy.text}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={NOTE_LENGTH_MAX}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={onClose}>
          {copy.back}
        </Button>
        <Button size="xs" type="submit" loading={correcting.isPending} disabled={text.trim() === ''}>
          {copy.save}
        </Button>
      </Group>
    </form>
  );
}
