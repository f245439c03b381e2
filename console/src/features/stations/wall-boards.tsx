import { NativeSelect, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { LANGUAGES, useCopy, useFormats, useLanguage } from '../../shared/copy/copy.ts';
import { sharedCopy } from '../../shared/copy/shared-copy.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { HeadedTable, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { ShownOnce } from '../../shared/ui/shown-once.tsx';
import { createWallBoard, revokeWallBoard, WALL_BOARDS_KEY, type WallBoard, wallBoardsQuery } from './stations-api.ts';
import { stationsCopy } from './stations-copy.ts';

/** The links for screens on the wall, which an admin creates and revokes. */
export function WallBoards() {
  const { wall: copy } = useCopy(stationsCopy);
  const { data: boards, error, refetch } = useQuery(wallBoardsQuery);
  const [isCreating, setCreating] = useState(false);
  const [link, setLink] = useState<string>();
  return (
    <Section
      title={copy.title}
      actions={
        <ActionButton verb="stations.change" size="compact-sm" onClick={() => setCreating(true)}>
          {copy.create}
        </ActionButton>
      }
    >
      <Text size="sm" mb="xs">
        {copy.means}
      </Text>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {boards && boards.length > 0 && <BoardsTable boards={boards} />}
      {isCreating && (
        <BoardDialog
          onCreated={(made) => {
            setCreating(false);
            setLink(made);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {link !== undefined && (
        <ShownOnce title={copy.linkTitle} values={[[copy.link, link]]} onDone={() => setLink(undefined)}>
          {copy.linkMeans}
        </ShownOnce>
      )}
    </Section>
  );
}

function BoardsTable({ boards }: { boards: WallBoard[] }) {
  const { wall: copy } = useCopy(stationsCopy);
  const { moment } = useFormats();
  const queryClient = useQueryClient();
  return (
    <HeadedTable heads={[copy.name, copy.created, copy.seen, { label: '', w: 140 }]}>
      {boards.map(({ boardId, name, created, seen }) => (
        <Table.Tr key={boardId} data-board={boardId}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
          <Table.Td>{moment(created)}</Table.Td>
          <Table.Td>{seen === undefined ? copy.never : moment(seen)}</Table.Td>
          <Table.Td ta="right">
            <ConfirmButton
              verb="stations.change"
              size="compact-sm"
              label={copy.revoke}
              aria-label={copy.revokeOf(name)}
              title={copy.revokeOf(name)}
              isGrave
              act={async () => {
                await revokeWallBoard(boardId);
                await queryClient.invalidateQueries({ queryKey: WALL_BOARDS_KEY });
              }}
            >
              {copy.revokeMeans}
            </ConfirmButton>
          </Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}

const APPEARANCES = ['light', 'dark', 'auto'] as const;

/** Creates a link with the language and the appearance of the screen. */
function BoardDialog({ onCreated, onClose }: { onCreated: (link: string) => void; onClose: () => void }) {
  const { wall: copy } = useCopy(stationsCopy);
  const shared = useCopy(sharedCopy);
  const own = useLanguage();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [language, setLanguage] = useState<string>(own);
  const [appearance, setAppearance] = useState<string>('dark');
  const [isTried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: () => createWallBoard(name.trim()),
    onSuccess: async (link) => {
      const url = new URL(link);
      url.searchParams.set('language', language);
      if (appearance !== 'auto') url.searchParams.set('appearance', appearance);
      onCreated(url.href);
      await queryClient.invalidateQueries({ queryKey: WALL_BOARDS_KEY });
    },
  });
  return (
    <Dialog
      title={copy.create}
      confirm={copy.create}
      change={change}
      onSubmit={() => {
        setTried(true);
        if (name.trim()) change.mutate();
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={copy.name}
        placeholder={copy.nameExample}
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={violationsByField(change.error).name ?? (isTried && !name.trim() ? copy.needsName : undefined)}
      />
      <NativeSelect
        label={shared.language}
        data={LANGUAGES.map((value) => ({ value, label: shared.languages[value] }))}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value)}
      />
      <NativeSelect
        label={shared.appearance}
        data={APPEARANCES.map((value) => ({ value, label: shared.appearances[value] }))}
        value={appearance}
        onChange={(event) => setAppearance(event.currentTarget.value)}
      />
    </Dialog>
  );
}
