import { Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { useFormats } from '../../../shared/copy/formats.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { RequestFailure } from '../../../shared/ui/request-failure.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { addNote, notesQuery, type OrderKey } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import classes from './order-notes.module.css';

/** What colleagues should know; customers never see it. */
export function OrderNotes({ orderKey }: { orderKey: OrderKey }) {
  const copy = useCopy(orderCopy);
  const { moment } = useFormats();
  const queryClient = useQueryClient();
  const { queryKey } = notesQuery(orderKey);
  const { data: notes = [], error } = useQuery(notesQuery(orderKey));
  const [text, setText] = useState('');
  const adding = useMutation({
    mutationFn: () => addNote(orderKey, text.trim()),
    onSuccess: () => setText(''),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <Section title={copy.notes}>
      {error && <RequestFailure error={error} />}
      {notes.length === 0 && !error && (
        <Text size="sm" c="dimmed" mb="xs">
          {copy.noNotes}
        </Text>
      )}
      <ul className={classes.notes}>
        {notes.map((note) => (
          <li key={note.noteId}>
            <p className={classes.text}>{note.text}</p>
            <p className={classes.who}>
              {[note.authorName, moment(note.created)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') adding.mutate();
        }}
      >
        {adding.error && <RequestFailure error={adding.error} isChange />}
        <Textarea
          aria-label={copy.newNote}
          placeholder={copy.newNote}
          autosize
          minRows={1}
          maxRows={6}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {text.trim() !== '' && (
          <ActionButton
            verb="orders.note"
            size="xs"
            loading={adding.isPending}
            onClick={() => adding.mutate()}
          >
            {copy.addNote}
          </ActionButton>
        )}
      </form>
    </Section>
  );
}
