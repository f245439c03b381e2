import { Button, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ListResult, Page } from '../../shared/ui/page.tsx';
import { OpenLabels } from './open-labels.tsx';
import { problemCountsQuery, problemsQuery } from './problems-api.ts';
import { problemsCopy } from './problems-copy.ts';
import { PROBLEM_KINDS } from './problems-search.ts';
import { ProblemsTable } from './problems-table.tsx';

const route = getRouteApi('/office/problems');

export function ProblemsPage() {
  const copy = useCopy(problemsCopy);
  const { count } = useFormats();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(problemsQuery(search));
  const { data: counts } = useQuery(problemCountsQuery);
  const all = PROBLEM_KINDS.reduce((sum, kind) => sum + (counts?.[kind] ?? 0), 0);
  const label = (words: string, number: number) => (counts ? `${words} (${count(number)})` : words);
  return (
    <Page title={copy.title}>
      <Select
        aria-label={copy.kinds}
        maw={320}
        allowDeselect={false}
        data={[
          { value: '', label: label(copy.all, all) },
          ...PROBLEM_KINDS.map((kind) => ({
            value: kind as string,
            label: label(copy.kind[kind], counts?.[kind] ?? 0),
          })),
        ]}
        value={search.kind ?? ''}
        onChange={(value) => {
          const kind = PROBLEM_KINDS.find((one) => one === value);
          void navigate({ search: kind ? { kind } : {} });
        }}
      />
      {(search.kind ?? 'NO_LABEL') === 'NO_LABEL' && <OpenLabels />}
      <ListResult
        query={list}
        to="/problems"
        search={search}
        none={
          <Text>
            {search.kind ? copy.noneLike : copy.none}{' '}
            {search.kind && (
              <Button variant="subtle" size="compact-sm" onClick={() => void navigate({ search: {} })}>
                {copy.clear}
              </Button>
            )}
          </Text>
        }
      >
        {(rows, isOld) => <ProblemsTable problems={rows} isOld={isOld} />}
      </ListResult>
    </Page>
  );
}
