import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Facts } from '../../shared/ui/facts.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { BatchPapers } from './batch-papers-section.tsx';
import { BatchPieces } from './batch-pieces-table.tsx';
import { BatchProgressBar } from './batch-progress.tsx';
import { batchProgressQuery, batchQuery } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import type { BatchSearch } from './batches-search.ts';
import { useChoiceWords } from './choice-words.ts';
import { DueText } from './due-text.tsx';
import { PickListTable } from './pick-list-table.tsx';
import { ScanToOpen } from './scan-to-open.tsx';

const route = getRouteApi('/office/batches/$batchId');

/** How far is this batch, and what is picked for it? */
export function BatchPage() {
  const copy = useCopy(batchesCopy);
  const { count, moment } = useFormats();
  const { batchId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: batch } = useSuspenseQuery(batchQuery(batchId));
  const progress = useQuery(batchProgressQuery(batch.batchId));
  const words = useChoiceWords(batch);
  const { code, created, createdByName, due, ended, orders, pieces } = batch;
  const filter = (changes: BatchSearch) =>
    void navigate({
      search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as BatchSearch,
      resetScroll: false,
    });
  return (
    <Page title={copy.batchTitle(batch.batchId)}>
      <ScanToOpen />
      <Section title={ended ? copy.endedAt(moment(ended)) : copy.inWork}>
        {progress.data && <BatchProgressBar lines={progress.data.lines} />}
        <Facts
          of={[
            [copy.code, code],
            [copy.releasedAt, [moment(created), createdByName].filter(Boolean).join(', ')],
            [copy.chosenBy, words],
            [copy.due, due && <DueText key="due" due={due} />],
            [copy.columns.orders, count(orders)],
            [copy.columns.pieces, count(pieces)],
          ]}
        />
      </Section>
      <Section title={copy.papers.title}>
        <BatchPapers batchId={batch.batchId} />
      </Section>
      <Section title={copy.pickList}>
        {progress.error && <RequestFailure error={progress.error} onRetry={() => void progress.refetch()} />}
        {progress.data && <PickListTable batchId={batch.batchId} progress={progress.data} />}
      </Section>
      <div id="pieces">
        <Section title={copy.columns.pieces}>
          <BatchPieces batchId={batch.batchId} search={search} onChange={filter} />
        </Section>
      </div>
    </Page>
  );
}
