import { Button, Group, MultiSelect, Text, Textarea } from '@mantine/core';
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../api/operator-client.ts';
import { POLL_MS } from '../api/query-client.ts';
import { useCopy, useFormats } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import type { Verb } from '../session/session-api.ts';
import { useSession } from '../session/use-permission.ts';
import { ActionButton, ConfirmButton } from '../ui/action-button.tsx';
import { RequestFailure, Section } from '../ui/page.tsx';
import classes from './notes-section.module.css';

type Note = Schemas['Note'];

/** The notes about one subject, with the requests that read and change them. */
export interface Notebook {
  key: QueryKey;
  list: (signal: AbortSignal) => Promise<Note[]>;
  /** `mentions`: operatorIds of the people who are alerted. */
  add: (text: string, mentions?: string[]) => Promise<unknown>;
  correct: (noteId: string, text: string) => Promise<unknown>;
  remove: (noteId: string) => Promise<unknown>;
}

const NOTE_LENGTH_MAX = 500;
const MENTIONS_MAX = 10;

interface NotesSectionProps {
  notebook: Notebook;
  /** The verb that is needed to write. */
  verb: Verb;
  /** The text for no notes. */
  empty: string;
  /** The people whom a note can mention. Absent: nobody. */
  people?: readonly Schemas['OrderAssignee'][];
}

/** Shows the notes of staff. Clients never see them. */
export function NotesSection({ notebook, verb, empty, people = [] }: NotesSectionProps) {
  const { notes: copy } = useCopy(partsCopy);
  const queryClient = useQueryClient();
  const { data: notes = [], error } = useQuery({
    queryKey: notebook.key,
    queryFn: ({ signal }) => notebook.list(signal),
    refetchInterval: POLL_MS,
  });
  const [text, setText] = useState('');
  const [mentions, setMentions] = useState<string[]>([]);
  const reload = () => queryClient.invalidateQueries({ queryKey: notebook.key });
  const adding = useMutation({
    mutationFn: () => notebook.add(text.trim(), mentions),
    onSuccess: () => {
      setText('');
      setMentions([]);
    },
    onSettled: reload,
  });
  const isEmpty = text.trim() === '';
  return (
    <Section title={copy.title}>
      {error && <RequestFailure error={error} />}
      {notes.length === 0 && !error && (
        <Text size="sm" c="dimmed" mb="xs">
          {empty}
        </Text>
      )}
      <ul className={classes.notes}>
        {notes.map((note) => (
          <NoteItem key={note.noteId} note={note} verb={verb} notebook={notebook} onChanged={reload} />
        ))}
      </ul>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty) adding.mutate();
        }}
      >
        {adding.error && <RequestFailure error={adding.error} isChange />}
        <Textarea
          aria-label={copy.newNote}
          placeholder={copy.newNote}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={NOTE_LENGTH_MAX}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {people.length > 0 && !isEmpty && (
          <MultiSelect
            label={copy.mention}
            size="xs"
            searchable
            maxValues={MENTIONS_MAX}
            data={people.map(({ operatorId, name }) => ({ value: operatorId, label: name }))}
            value={mentions}
            onChange={setMentions}
          />
        )}
        <ActionButton
          verb={verb}
          refusal={isEmpty ? copy.writeFirst : undefined}
          size="xs"
          loading={adding.isPending}
          onClick={() => adding.mutate()}
        >
          {copy.addNote}
        </ActionButton>
      </form>
    </Section>
  );
}

type NoteItemProps = { note: Note; verb: Verb; notebook: Notebook; onChanged: () => Promise<unknown> };

/** Shows one note. Its author or an admin can edit and delete it. */
function NoteItem({ note, verb, notebook, onChanged }: NoteItemProps) {
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
    note.mentions && copy.mentioned(note.mentions.join(', ')),
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
