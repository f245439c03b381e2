import { Alert, Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { RequestFailure } from '../../../shared/ui/page.tsx';
import { CodeField, type StageProps, VariantHead } from './shelf-parts.tsx';
import classes from './shelves.module.css';
import { findCode, type PlacedVariant } from './shelves-api.ts';
import { shelvesCopy } from './shelves-copy.ts';

/** The choice of the main place, which may have no name. */
const MAIN = '';

/** Moves pieces of a scanned article between its places. A scanned shelf is the place they go to. */
export function MoveStage({ outbox }: StageProps) {
  const copy = useCopy(shelvesCopy);
  const { count } = useFormats();
  const [variant, setVariant] = useState<PlacedVariant>();
  const [from, setFrom] = useState(MAIN);
  const [to, setTo] = useState('');
  const [quantity, setQuantity] = useState<number | string>('');
  const [notice, setNotice] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const scan = async (code: string) => {
    setNotice(undefined);
    setFailure(undefined);
    try {
      const { place, variants } = await findCode(code);
      const [found] = variants;
      if (variant && (place !== undefined || !found)) return setTo(place ?? code);
      if (!found || place !== undefined) return setNotice(copy.unknownArticle(code));
      setVariant(found);
      setFrom(MAIN);
      setTo('');
      setQuantity('');
    } catch (error) {
      setFailure(error);
    }
  };
  const move = (of: PlacedVariant) => {
    const places = { ...(from !== MAIN && { from }), ...(to.trim() && { to: to.trim() }) };
    outbox.post({
      do: 'move',
      stock: { kind: of.kind, code: of.code },
      body: { ...places, quantity: Number(quantity) },
    });
    setNotice(undefined);
    setVariant(undefined);
  };
  return (
    <>
      <p className={classes.ask}>{variant ? copy.whereTo : copy.scanArticle}</p>
      {notice && (
        <Alert color="red" role="alert">
          {notice}
        </Alert>
      )}
      {failure !== undefined && <RequestFailure error={failure} />}
      <CodeField label={variant ? copy.shelf : copy.scanArticle} onCode={(code) => void scan(code)} />
      {variant && (
        <section className={classes.card} data-code={variant.code}>
          <VariantHead of={variant} />
          <div className={classes.buttons}>
            <Select
              size="lg"
              label={copy.from}
              allowDeselect={false}
              data={[
                { value: MAIN, label: variant.place ?? copy.mainPlace },
                ...variant.reserves.map(({ place, quantity: pieces }) => ({
                  value: place,
                  label: `${place} (${count(pieces)})`,
                })),
              ]}
              value={from}
              onChange={(chosen) => setFrom(chosen ?? MAIN)}
            />
            <TextInput
              size="lg"
              label={copy.to}
              placeholder={variant.place ?? copy.mainPlace}
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
            <NumberInput
              size="lg"
              label={copy.quantity}
              min={1}
              allowDecimal={false}
              allowNegative={false}
              value={quantity}
              onChange={setQuantity}
            />
            <Button size="xl" disabled={!(Number(quantity) > 0)} onClick={() => move(variant)}>
              {copy.move}
            </Button>
          </div>
        </section>
      )}
    </>
  );
}
