import { Alert, Button, Group, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { readOwnCode } from '../../../shared/scan/own-code-rules.ts';
import { RequestFailure } from '../../../shared/ui/page.tsx';
import { CodeField, type StageProps, VariantHead } from './shelf-parts.tsx';
import classes from './shelves.module.css';
import { findCode, type PickLine, picksQuery } from './shelves-api.ts';
import { shelvesCopy } from './shelves-copy.ts';

/** Opens the batch of a scanned or typed number, then leads from place to place. */
export function PickStage({ id, ...rest }: StageProps) {
  const copy = useCopy(shelvesCopy);
  if (id !== undefined) return <Route id={id} {...rest} />;
  const open = (code: string) => {
    const own = readOwnCode(code);
    // The number is between the letter and the check digit.
    rest.onId(own?.kind === 'batch' ? String(Number(own.code.slice(1, -1))) : code);
  };
  return <CodeField label={copy.scanBatch} onCode={open} />;
}

function Route({ id, onId, outbox }: StageProps & { id: string }) {
  const copy = useCopy(shelvesCopy);
  const { count, plural } = useFormats();
  const { data: lines, error, refetch } = useQuery(picksQuery(id));
  /** Codes that come last, because somebody skipped them. */
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [notice, setNotice] = useState<string>();
  const [scanned, setScanned] = useState({ code: '', pieces: 0 });
  const [taken, setTaken] = useState<number | string>();
  if (error)
    return (
      <>
        <RequestFailure error={error} onRetry={() => void refetch()} />
        <CodeField label={copy.scanBatch} onCode={onId} />
      </>
    );
  if (!lines) return null;
  // A change that waits in this browser counts as done.
  const sent = new Map(
    outbox.waiting.flatMap(({ posting }) =>
      posting.do === 'pick' && posting.batchId === id ? [[posting.body.code, posting.body.picked] as const] : [],
    ),
  );
  const leftOf = (line: PickLine) => Math.max(0, line.left - Math.max(0, (sent.get(line.code) ?? 0) - line.picked));
  const open = lines.filter((line) => leftOf(line) > 0);
  const line = open.find(({ code }) => !skipped.includes(code)) ?? open[0];
  const all = lines.reduce((sum, { needed }) => sum + needed, 0);
  const left = open.reduce((sum, one) => sum + leftOf(one), 0);
  if (!line)
    return (
      <>
        <p className={classes.ask}>{lines.length === 0 ? copy.nothingToPick : copy.allPicked(id)}</p>
        <CodeField label={copy.scanBatch} onCode={onId} />
      </>
    );
  const needed = leftOf(line);
  const before = line.picked + line.left - needed;
  const pick = (pieces: number) => {
    outbox.post({
      do: 'pick',
      batchId: id,
      body: { kind: line.kind, code: line.code, picked: before + pieces },
    });
    if (pieces < needed && line.kind === 'ARTICLE')
      outbox.post({ do: 'short', batchId: id, body: { sku: line.code, missing: needed - pieces } });
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
        {copy.batch(id)} · {copy.leftOf(count(left), count(all))}
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
      <CodeField label={copy.scanArticle} onCode={(code) => void scan(code)} />
    </>
  );
}
