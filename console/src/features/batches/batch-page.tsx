import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Facts } from '../../shared/ui/facts.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { batchQuery } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { useChoiceWords } from './choice-words.ts';
import { DueText } from './due-text.tsx';

const route = getRouteApi('/office/batches/$batchId');

/** How far is this batch? */
export function BatchPage() {
  const copy = useCopy(batchesCopy);
  const { count, moment } = useFormats();
  const { batchId } = route.useParams();
  const { data: batch } = useSuspenseQuery(batchQuery(batchId));
  const words = useChoiceWords(batch);
  const { code, created, createdByName, due, ended, orders, pieces } = batch;
  return (
    <Page title={copy.batchTitle(batch.batchId)}>
      <Section title={ended ? copy.endedAt(moment(ended)) : copy.inWork}>
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
    </Page>
  );
}
