import { Anchor, Group, Text, Title } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { PrintPdfButton } from '../../shared/printing/print-pdf-button.tsx';
import { SenderMissing } from '../../shared/printing/sender-missing.tsx';
import type { Verb } from '../../shared/session/session-api.ts';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { Page } from '../../shared/ui/page.tsx';
import classes from './papers.module.css';
import type { SamplePaper } from './papers-api.ts';
import { papersCopy } from './papers-copy.ts';

interface PaperEntry {
  paper: SamplePaper;
  /** The page where the paper is printed, or that its content comes from. */
  page?: NonNullable<LinkProps['to']>;
  /** A paper that is printed from here, by its path in the operator API. */
  print?: { path: string; verb: Verb };
}

const PAPERS: readonly PaperEntry[] = [
  { paper: 'ticket-sticker', page: '/batches' },
  { paper: 'ticket-sheet', page: '/batches' },
  { paper: 'pick-list', page: '/batches' },
  { paper: 'cover', page: '/batches' },
  { paper: 'packing-slip', page: '/clients' },
  { paper: 'packing-slip-a6', page: '/clients' },
  { paper: 'address-label' },
  { paper: 'cn22', page: '/carriers' },
  { paper: 'cn23', page: '/carriers' },
  { paper: 'hand-over-list', page: '/hand-overs' },
  { paper: 'commands', page: '/stations', print: { path: '/papers/commands', verb: 'floor.read' } },
  { paper: 'badge', page: '/staff', print: { path: '/papers/badges', verb: 'operators.change' } },
  { paper: 'bin-label', page: '/bins', print: { path: '/papers/bins', verb: 'production.read' } },
  { paper: 'scanner-test', page: '/scanner-test', print: { path: '/papers/scanner-test', verb: 'floor.read' } },
];

const RETRIES_MAX = 3;
const RETRY_MS = 2_000;

/** Lists every paper with a preview, and where it is printed. */
export function PapersPage() {
  const copy = useCopy(papersCopy);
  return (
    <Page title={copy.title}>
      <Text size="sm">{copy.means}</Text>
      <SenderMissing />
      <ul className={classes.papers}>
        {PAPERS.map((entry) => (
          <PaperCard key={entry.paper} {...entry} />
        ))}
      </ul>
    </Page>
  );
}

function PaperCard({ paper, page, print }: PaperEntry) {
  const copy = useCopy(papersCopy);
  const { name, size, means, link } = copy.papers[paper];
  const [attempt, setAttempt] = useState(0);
  // The first pictures after a start may take too long on a busy server.
  const retry = () => attempt < RETRIES_MAX && setTimeout(() => setAttempt(attempt + 1), RETRY_MS);
  const sample = `${SERVER_URL}/operator/v1/papers/samples/${paper}`;
  return (
    <li className={classes.paper} data-paper={paper}>
      <a className={classes.preview} href={sample} target="_blank" rel="noopener">
        <img key={attempt} src={`${sample}/picture`} alt={copy.sampleOf(name)} loading="lazy" onError={retry} />
      </a>
      <div className={classes.text}>
        <Title order={2} size="h4">
          {name}
        </Title>
        <Text size="xs" c="dimmed">
          {size}
        </Text>
        <Text size="sm">{means}</Text>
        <Group gap={8} mt="auto" pt={8}>
          {print && (
            <PrintPdfButton
              {...print}
              size="compact-sm"
              variant="filled"
              label={copy.print}
              aria-label={copy.printOf(name)}
            />
          )}
          {page && link && (
            <ButtonLink to={page} variant="default" size="compact-sm">
              {link}
            </ButtonLink>
          )}
          <Anchor href={sample} target="_blank" rel="noopener" size="sm" aria-label={copy.sampleOf(name)}>
            {copy.sample}
          </Anchor>
        </Group>
      </div>
    </li>
  );
}
