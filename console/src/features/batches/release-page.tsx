import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { withoutEmpty } from '../../shared/list/text-search.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { type Release, releaseCountsQuery, releaseGroupsQuery } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { GROUPED, GROUPED_MAX, type ReleaseChoice, type ReleasePageSearch } from './batches-search.ts';
import { ReleaseDialog } from './release-dialog.tsx';
import { ReleaseFilter } from './release-filter.tsx';
import { ReleaseGroupsTable } from './release-groups-table.tsx';
import { ReleaseResult } from './release-result.tsx';

const route = getRouteApi('/office/release');

/** What do we make next, and have we the blanks? */
export function ReleasePage() {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const { oldest, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const {
    data: groups,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery(releaseGroupsQuery(withoutEmpty({ ...search, oldest })));
  const { data: counts } = useQuery(releaseCountsQuery(withoutEmpty({ ...search, oldest })));
  const [choice, setChoice] = useState<ReleaseChoice>();
  const [result, setResult] = useState<Release>();
  const filter = (changes: ReleasePageSearch) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...changes }) });
  const isFiltered = Object.keys(withoutEmpty(search)).length > 0;
  return (
    <Page
      title={copy.releaseTitle}
      actions={
        groups &&
        groups.length > 0 && (
          <ActionButton verb="production.release" onClick={() => setChoice(search)}>
            {copy.releaseShown}
          </ActionButton>
        )
      }
    >
      {result && <ReleaseResult result={result} onClose={() => setResult(undefined)} />}
      <ReleaseFilter search={search} oldest={oldest} onChange={filter} />
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {groups?.length === 0 && (
        <Group gap="xs">
          <Text>{isFiltered ? copy.nothingLike : copy.nothing}</Text>
          {isFiltered && (
            <Button variant="subtle" size="compact-sm" onClick={() => void navigate({ search: {} })}>
              {copy.clear}
            </Button>
          )}
        </Group>
      )}
      {groups && groups.length > 0 && (
        <>
          {counts && (
            <Text size="sm" data-counts>
              {copy.canBeReleased(count(counts.orders), count(counts.pieces))}{' '}
              {counts.late > 0 && (
                <Text component="span" size="sm" fw={600} c="var(--mantine-color-error)">
                  {copy.lateOf(count(counts.late))}
                </Text>
              )}
            </Text>
          )}
          {counts && counts.orders >= (oldest ?? GROUPED) && (
            <Group gap="xs">
              <Text size="sm">
                {copy.groupsOf(count(oldest ?? GROUPED))} {copy.assigned(count(counts.assigned))}
              </Text>
              {oldest === undefined && (
                <Button variant="subtle" onClick={() => filter({ oldest: GROUPED_MAX })}>
                  {copy.groupMore(count(GROUPED_MAX))}
                </Button>
              )}
            </Group>
          )}
          <ReleaseGroupsTable
            groups={groups}
            isOld={isPlaceholderData}
            onRelease={(one) => setChoice({ ...search, ...one })}
          />
        </>
      )}
      {choice && (
        <ReleaseDialog
          choice={choice}
          onReleased={(released) => {
            setChoice(undefined);
            setResult(released);
          }}
          onClose={() => setChoice(undefined)}
        />
      )}
    </Page>
  );
}
