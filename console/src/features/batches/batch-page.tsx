import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { Facts, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { BatchFiles } from './batch-files.tsx';
import { BatchPapers } from './batch-papers.tsx';
import { BatchPieces } from './batch-pieces-table.tsx';
import classes from './batch-progress.module.css';
import { DueText, useChoiceWords } from './batch-words.tsx';
import { type BatchLine, type BatchProgress, type BatchSearch, batchProgressQuery, batchQuery } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { PickListTable } from './pick-list-table.tsx';
import { ScanToOpen } from './scan-to-open.tsx';

const route = getRouteApi('/office/batches/$batchId');

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
  /** Names the things that are counted beside the pieces. */
  const piecesOf = ({ lines, customizations }: BatchProgress) => {
    const sum = (of: readonly { pieces: number }[]) => of.reduce((all, one) => all + one.pieces, 0);
    const products = sum(lines.filter(({ technology }) => technology === undefined));
    const beside = sum(customizations);
    return [
      count(sum(lines)),
      products > 0 && copy.productsAmong(count(products)),
      beside > 0 && copy.besides(count(beside)),
    ]
      .filter(Boolean)
      .join(', ');
  };
  const filter = (changes: BatchSearch) =>
    void navigate({
      search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as BatchSearch,
      resetScroll: false,
    });
  return (
    <Page
      title={copy.batchTitle(batch.batchId)}
      actions={
        !ended && (
          <ButtonLink to="/shelves" search={{ do: 'pick', id: batch.batchId }}>
            {copy.pickIt}
          </ButtonLink>
        )
      }
    >
      <ScanToOpen />
      <Section title={ended ? copy.endedAt(moment(ended)) : copy.inWork}>
        {progress.data && <BatchProgressBar lines={progress.data.lines} />}
        <Facts
          of={[
            [copy.code, code],
            [copy.releasedAt, [moment(created), createdByName].filter(Boolean).join(', ')],
            [copy.chosenBy, words],
            [copy.due, due && <DueText key="due" due={due} ended={ended} />],
            [copy.columns.orders, count(orders)],
            [copy.columns.pieces, progress.data ? piecesOf(progress.data) : count(pieces)],
          ]}
        />
      </Section>
      <Section title={copy.papers.title}>
        <BatchPapers batchId={batch.batchId} />
      </Section>
      <Section title={copy.files.title}>
        <BatchFiles batchId={batch.batchId} />
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

/** Ordered from the last step to the first. */
const PARTS = ['packed', 'checked', 'made', 'toMake', 'stopped'] as const;

/** Shows the pieces by status as one bar with a legend. */
function BatchProgressBar({ lines }: { lines: readonly BatchLine[] }) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const made = lines.filter(({ technology }) => technology !== undefined);
  const sums = PARTS.map((part) => ({ part, pieces: made.reduce((sum, line) => sum + line[part], 0) }));
  const all = sums.reduce((sum, { pieces }) => sum + pieces, 0);
  const parts = sums.filter(({ part, pieces }) => pieces > 0 || part !== 'stopped');
  return (
    <div className={classes.progress}>
      <div className={classes.bar} aria-hidden>
        {sums.map(({ part, pieces }) => (
          <span key={part} data-part={part} style={{ flexGrow: all === 0 ? 0 : pieces }} />
        ))}
      </div>
      <ul className={classes.legend}>
        {parts.map(({ part, pieces }) => (
          <li key={part} data-part={part}>
            <span className={classes.dot} data-part={part} aria-hidden />
            <b>{count(pieces)}</b> {copy.parts[part]}
          </li>
        ))}
      </ul>
    </div>
  );
}
