import { Text, Textarea } from '@mantine/core';
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../api/operator-client.ts';
import { POLL_MS } from '../api/query-client.ts';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import type { Verb } from '../session/session-api.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { RequestFailure } from '../ui/request-failure.tsx';
import { Section } from '../ui/section.tsx';
import { NoteItem } from './note-item.tsx';
import classes from './notes-section.module.css';

export type Note = Schemas['Note'];

/** The notes about one thing: where they are read, and how they are changed. */
export interface Notebook {
  key: QueryKey;
  list: (signal: AbortSignal) => Promise<Note[]>;
  add: (text: string) => Promise<unknown>;
  correct: (noteId: string, text: string) => Promise<unknown>;
  remove: (noteId: string) => Promise<unknown>;
}

/** The server's limit. */
export const NOTE_LENGTH_MAX = 500;

interface NotesSectionProps {
  notebook: Notebook;
  /** What one must be allowed to do to write. */
  verb: Verb;
  /** What is said where nobody has written yet. */
  empty: string;
}

/** What colleagues should know; customers never see it. */
export function NotesSection({ notebook, verb, empty }: NotesSectionProps) {
  const { notes: copy } = useCopy(partsCopy);
  const queryClient = useQueryClient();
  const { data: notes = [], error } = useQuery({
    queryKey: notebook.key,
    queryFn: ({ signal }) => notebook.list(signal),
    refetchInterval: POLL_MS,
  });
  const [text, setText] = useState('');
  const readAnew = () => queryClient.invalidateQueries({ queryKey: notebook.key });
  const adding = useMutation({
    mutationFn: () => notebook.add(text.trim()),
    onSuccess: () => setText(''),
    onSettled: readAnew,
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
          <NoteItem key={note.noteId} note={note} verb={verb} notebook={notebook} onChanged={readAnew} />
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
