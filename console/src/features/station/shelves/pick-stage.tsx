import { Alert, Button, Group, NumberInput } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { readOwnCode } from '../../../shared/scan/own-code-rules.ts';
import { RequestFailure } from '../../../shared/ui/page.tsx';
import { CodeField, type StageProps, VariantHead } from './shelf-parts.tsx';
import classes from './shelves.module.css';
import { findCode, type PickLine, picksQuery } from './shelves-api.ts';
import { shelvesCopy } from './shelves-copy.ts';

/** Bins on a cart. */
const BINS_MAX = 12;

/** Opens the batch of a scanned or typed number, then leads from place to place. */
export function PickStage({ id, ...rest }: StageProps) {
  const copy = useCopy(shelvesCopy);
  if (id !== undefined) return <Route id={id} {...rest} />;
  return <CodeField label={copy.scanBatch} onCode={(code) => rest.onId(batchOf(code))} />;
}

/** The number of a batch is between the letter and the check digit of its code. */
function batchOf(code: string): string {
  const own = readOwnCode(code);
  return own?.kind === 'batch' ? String(Number(own.code.slice(1, -1))) : code;
}

/** The pieces that one batch needs of an article. Each batch has a bin on the cart. */
interface Share {
  batchId: string;
  bin: number;
  left: number;
  /** Pieces that were picked before. */
  before: number;
}

type CartLine = PickLine & { shares: Share[] };
const inOrder = new Intl.Collator('en', { numeric: true });

/** Joins the open lines of the batches, in the order of the shelves. Those without a place come last. */
function joinLines(lines: readonly (PickLine & Share)[]): CartLine[] {
  const groups = Map.groupBy(lines, ({ kind, code }) => `${kind} ${code}`);
  const joined = [...groups.values()].map((group) => ({ ...(group[0] as PickLine), shares: group }));
  if (new Set(lines.map(({ batchId }) => batchId)).size < 2) return joined;
  const rank = ({ place }: CartLine) => Number(place === undefined);
  return joined.sort((one, other) => rank(one) - rank(other) || inOrder.compare(one.place ?? '', other.place ?? ''));
}

/** Reads the pieces that each batch still needs. A change that waits in this browser counts as done. */
function useCart(ids: readonly string[], outbox: StageProps['outbox']) {
  const picks = useQueries({ queries: ids.map((batchId) => picksQuery(batchId)) });
  const sent = new Map(
    outbox.waiting.flatMap(({ posting }) =>
      posting.do === 'pick' ? [[`${posting.batchId} ${posting.body.code}`, posting.body.picked] as const] : [],
    ),
  );
  const lines = picks.flatMap(({ data = [] }, index) =>
    data.map((line) => {
      const batchId = ids[index] as string;
      const left = Math.max(0, line.left - Math.max(0, (sent.get(`${batchId} ${line.code}`) ?? 0) - line.picked));
      return { ...line, batchId, bin: index + 1, left, before: line.picked + line.left - left };
    }),
  );
  return {
    failed: picks.find(({ error }) => error),
    isLoading: picks.some(({ data }) => !data),
    lines,
    open: joinLines(lines.filter(({ left }) => left > 0)),
  };
}

/** The route for a batch, or for several batches with a cart: `id` has their numbers with commas. */
function Route({ id, onId, outbox }: StageProps & { id: string }) {
  const copy = useCopy(shelvesCopy);
  const { count, plural } = useFormats();
  const ids = id.split(',');
  const { failed, isLoading, lines, open } = useCart(ids, outbox);
  /** Codes that come last, because somebody skipped them. */
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [notice, setNotice] = useState<string>();
  const [scanned, setScanned] = useState({ code: '', pieces: 0 });
  const [taken, setTaken] = useState<number | string>();
  const [isAdding, setAdding] = useState(false);
  if (failed)
    return (
      <>
        <RequestFailure error={failed.error} onRetry={() => void failed.refetch()} />
        <CodeField label={copy.scanBatch} onCode={(code) => onId(batchOf(code))} />
      </>
    );
  if (isLoading) return null;
  const line = open.find(({ code }) => !skipped.includes(code)) ?? open[0];
  const sumOf = (shares: readonly Share[]) => shares.reduce((sum, share) => sum + share.left, 0);
  const all = lines.reduce((sum, { needed }) => sum + needed, 0);
  const left = sumOf(open.flatMap(({ shares }) => shares));
  const add = (code: string) => {
    setAdding(false);
    if (!ids.includes(batchOf(code))) onId([...ids, batchOf(code)].join(','));
  };
  if (!line)
    return (
      <>
        <p className={classes.ask}>{lines.length === 0 ? copy.nothingToPick : copy.allPicked(ids.join(', '))}</p>
        <CodeField label={copy.scanBatch} onCode={(code) => onId(batchOf(code))} />
      </>
    );
  const needed = sumOf(line.shares);
  /** Posts the pieces of each batch, in the order of the bins. */
  const pick = (pieces: number) => {
    let rest = pieces;
    for (const share of line.shares) {
      const part = Math.min(rest, share.left);
      rest -= part;
      const { batchId } = share;
      if (part > 0)
        outbox.post({
          do: 'pick',
          batchId,
          body: { kind: line.kind, code: line.code, picked: share.before + part },
        });
      if (part < share.left && line.kind === 'ARTICLE')
        outbox.post({ do: 'short', batchId, body: { sku: line.code, missing: share.left - part } });
    }
    setScanned({ code: '', pieces: 0 });
    setTaken(undefined);
    setNotice(undefined);
  };
  const scan = async (code: string) => {
    setNotice(undefined);
    const known = open.find((one) => one.code === code);
    const found = known ? known.code : (await findCode(code).catch(() => undefined))?.variants.map((one) => one.code);
    const codes = typeof found === 'string' ? [found] : (found ?? []);
    if (!codes.includes(line.code)) {
      const other = open.find((one) => codes.includes(one.code));
      return setNotice(other ? copy.belongsTo(code, other.place ?? copy.noPlace) : copy.notInBatch(code));
    }
    const pieces = (scanned.code === line.code ? scanned.pieces : 0) + 1;
    if (pieces >= needed) pick(needed);
    else setScanned({ code: line.code, pieces });
  };
  const pieces = scanned.code === line.code ? scanned.pieces : 0;
  return (
    <>
      <p className={classes.progress}>
        {copy.batch(ids.join(', '))} · {copy.leftOf(count(left), count(all))}
      </p>
      {notice && (
        <Alert color="red" role="alert">
          {notice}
        </Alert>
      )}
      <section className={classes.card} data-code={line.code}>
        <p className={classes.place} data-place={line.place}>
          {line.place ?? copy.noPlace}
        </p>
        {line.reserves.map(({ place, quantity }) => (
          <p key={place} className={classes.hint}>
            {copy.alsoAt(place, count(quantity))}
          </p>
        ))}
        <VariantHead of={{ ...line, name: line.title }} />
        <p className={classes.take}>
          {copy.take} <strong>{count(needed)}</strong>
          {pieces > 0 && <span className={classes.hint}>{copy.scannedOf(count(pieces))}</span>}
        </p>
        {ids.length > 1 && (
          <ul className={classes.list} aria-label={copy.bins}>
            {line.shares.map((share, index) => (
              <li key={share.batchId} data-bin={share.bin} aria-current={isNext(line.shares, index, pieces)}>
                {copy.intoBin(count(share.bin), share.batchId, count(share.left))}
              </li>
            ))}
          </ul>
        )}
        {taken === undefined ? (
          <div className={classes.buttons}>
            <Button size="xl" onClick={() => pick(needed)}>
              {plural(needed, copy.tookOne, copy.tookAll(count(needed)))}
            </Button>
            <Group grow gap="xs">
              {line.kind === 'ARTICLE' && (
                <Button size="lg" variant="default" onClick={() => setTaken(pieces)}>
                  {copy.fewer}
                </Button>
              )}
              <Button
                size="lg"
                variant="default"
                disabled={open.length < 2}
                onClick={() => setSkipped([...skipped.filter((one) => one !== line.code), line.code])}
              >
                {copy.later}
              </Button>
            </Group>
          </div>
        ) : (
          <div className={classes.buttons}>
            <NumberInput
              size="lg"
              label={copy.found}
              description={copy.shortMeans}
              data-autofocus
              min={0}
              max={needed}
              clampBehavior="strict"
              allowDecimal={false}
              allowNegative={false}
              value={taken}
              onChange={setTaken}
            />
            <Group grow gap="xs">
              <Button size="lg" color="red" disabled={taken === ''} onClick={() => pick(Number(taken))}>
                {copy.reportShort(count(needed - Number(taken)))}
              </Button>
              <Button size="lg" variant="default" onClick={() => setTaken(undefined)}>
                {copy.stop}
              </Button>
            </Group>
          </div>
        )}
      </section>
      {isAdding ? (
        <CodeField label={copy.scanBatch} onCode={add} />
      ) : (
        <>
          <CodeField label={copy.scanArticle} onCode={(code) => void scan(code)} />
          {ids.length < BINS_MAX && (
            <Button variant="subtle" onClick={() => setAdding(true)}>
              {copy.addToCart}
            </Button>
          )}
        </>
      )}
    </>
  );
}

/** Whether the next piece goes into the bin of this share. */
function isNext(shares: readonly Share[], index: number, pieces: number): boolean {
  const before = shares.slice(0, index).reduce((sum, share) => sum + share.left, 0);
  return pieces >= before && pieces < before + (shares[index]?.left ?? 0);
}
