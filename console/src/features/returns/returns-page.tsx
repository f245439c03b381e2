import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { ListResult } from '../../shared/ui/list-result.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { BookSection } from './book-section.tsx';
import { returnsQuery } from './returns-api.ts';
import { returnsCopy } from './returns-copy.ts';
import { ReturnsFilter } from './returns-filter.tsx';
import type { ReturnsSearch } from './returns-search.ts';
import { ReturnsTable } from './returns-table.tsx';

const route = getRouteApi('/office/returns');

/** What came back, and what becomes of it? */
export function ReturnsPage() {
  const copy = useCopy(returnsCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(returnsQuery(search));
  const change = (changes: ReturnsSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as ReturnsSearch });
  return (
    <Page title={copy.title}>
      <BookSection code={search.code} onCode={(code) => change({ code })} />
      <Section title={copy.list}>
        <ReturnsFilter
          search={search}
          onChange={change}
          onClear={() =>
            void navigate({ search: (search.code ? { code: search.code } : {}) as ReturnsSearch })
          }
        />
        <ListResult
          query={list}
          to="/returns"
          search={search}
          none={
            <Text size="sm" mt="sm">
              {copy.none}
            </Text>
          }
        >
          {(rows, isOld) => <ReturnsTable returns={rows} isOld={isOld} />}
        </ListResult>
      </Section>
    </Page>
  );
}
