import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { RequestFailure } from '../../../shared/ui/page.tsx';
import { CodeField, type StageProps, VariantHead } from './shelf-parts.tsx';
import classes from './shelves.module.css';
import { findCode, type PlacedVariant } from './shelves-api.ts';
import { shelvesCopy } from './shelves-copy.ts';

/** Sets main places: the code of a shelf, then each article that is there. */
export function PlaceStage({ id: place, onId, outbox }: StageProps) {
  const copy = useCopy(shelvesCopy);
  const [placed, setPlaced] = useState<PlacedVariant[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const [unknown, setUnknown] = useState<string>();
  const scan = async (code: string) => {
    setFailure(undefined);
    setUnknown(undefined);
    try {
      const found = await findCode(code);
      const [variant] = found.place === undefined ? found.variants : [];
      if (!variant && (found.place !== undefined || place === undefined)) return onId(found.place ?? code);
      if (!variant) return setUnknown(code);
      if (place === undefined) return setUnknown(code);
      outbox.post({ do: 'place', body: { place, variants: [{ kind: variant.kind, code: variant.code }] } });
      setPlaced([{ ...variant, place }, ...placed]);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      <p className={classes.ask}>{place === undefined ? copy.scanShelf : copy.scanArticles}</p>
      {place !== undefined && (
        <p className={classes.place} data-place={place}>
          {place}
        </p>
      )}
      {unknown !== undefined && (
        <Alert color="red" role="alert">
          {place === undefined ? copy.shelfFirst : copy.unknownArticle(unknown)}
          {place !== undefined && (
            <button type="button" className={classes.link} onClick={() => onId(unknown)}>
              {copy.isShelf(unknown)}
            </button>
          )}
        </Alert>
      )}
      {failure !== undefined && <RequestFailure error={failure} />}
      <CodeField label={place === undefined ? copy.shelf : copy.articleOrShelf} onCode={(code) => void scan(code)} />
      <ul className={classes.list} aria-label={copy.placedHere}>
        {placed.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an article may be scanned twice
          <li key={index} className={classes.card}>
            <VariantHead of={one} />
          </li>
        ))}
      </ul>
    </>
  );
}
