import { Alert, Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { RequestFailure } from '../../../shared/ui/page.tsx';
import { CodeField, type StageProps, VariantHead } from './shelf-parts.tsx';
import classes from './shelves.module.css';
import { type CountLine, countQuery, countsQuery, findCode } from './shelves-api.ts';
import { shelvesCopy } from './shelves-copy.ts';

/** Chooses an open count, then leads along its shelves. */
export function CountStage(props: StageProps) {
  const copy = useCopy(shelvesCopy);
  const { data } = useQuery(countsQuery);
  if (props.id !== undefined) return <Counting {...props} id={props.id} />;
  const open = data?.rows.filter(({ ended }) => ended === undefined) ?? [];
  return (
    <>
      <p className={classes.ask}>{open.length === 0 ? copy.noCounts : copy.chooseCount}</p>
      <div className={classes.choices}>
        {open.map(({ countId, title }) => (
          <Button key={countId} size="lg" variant="default" onClick={() => props.onId(countId)}>
            {title}
          </Button>
        ))}
      </div>
    </>
  );
}

function Counting({ id, outbox }: StageProps & { id: string }) {
  const copy = useCopy(shelvesCopy);
  const { count } = useFormats();
  const { data, error, refetch } = useQuery(countQuery(id));
  const [chosen, setChosen] = useState<{ code: string; place: string }>();
  const [pieces, setPieces] = useState<number | string>('');
  const [notice, setNotice] = useState<string>();
  if (error) return <RequestFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const keyOf = ({ code, place }: { code: string; place: string }) => `${place} ${code}`;
  const sent = new Set(
    outbox.waiting.flatMap(({ posting }) =>
      posting.do === 'count' && posting.countId === id
        ? [keyOf({ code: posting.body.code, place: posting.body.place ?? '' })]
        : [],
    ),
  );
  const isOpen = (line: CountLine) => line.state === 'OPEN' && !sent.has(keyOf(line));
  const open = data.lines.filter(isOpen);
  const line = (chosen && data.lines.find((one) => keyOf(one) === keyOf(chosen))) ?? open[0];
  const choose = (next: CountLine) => {
    setChosen(next);
    setPieces('');
    setNotice(undefined);
  };
  const scan = async (code: string) => {
    setNotice(undefined);
    if (line && code === line.code) return setPieces(Number(pieces) + 1);
    const own = data.lines.filter((one) => one.code === code || one.place.toLowerCase() === code.toLowerCase());
    const next = own.find(isOpen) ?? own[0];
    if (next) return choose(next);
    const found = await findCode(code).catch(() => undefined);
    const other = data.lines.find((one) => found?.variants.some((variant) => variant.code === one.code));
    return other ? choose(other) : setNotice(copy.notInCount(code));
  };
  const save = (of: CountLine) => {
    outbox.post({
      do: 'count',
      countId: id,
      body: { kind: of.kind, code: of.code, counted: Number(pieces), ...(of.place && { place: of.place }) },
    });
    setChosen(undefined);
    setPieces('');
  };
  if (!line) return <p className={classes.ask}>{copy.allCounted}</p>;
  return (
    <>
      <p className={classes.progress}>
        {data.title} · {copy.leftToCount(count(open.length))}
      </p>
      {notice && (
        <Alert color="red" role="alert">
          {notice}
        </Alert>
      )}
      <section className={classes.card} data-code={line.code}>
        <p className={classes.place} data-place={line.place}>
          {line.place || copy.noPlace}
        </p>
        <VariantHead of={line} />
        <form
          className={classes.buttons}
          onSubmit={(event) => {
            event.preventDefault();
            if (pieces !== '') save(line);
          }}
        >
          <NumberInput
            size="lg"
            label={copy.countedPieces}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            value={pieces}
            onChange={setPieces}
          />
          <Button type="submit" size="xl" disabled={pieces === ''}>
            {copy.saveCount}
          </Button>
        </form>
      </section>
      <CodeField label={copy.articleOrShelf} onCode={(code) => void scan(code)} />
    </>
  );
}
