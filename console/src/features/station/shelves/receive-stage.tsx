import { Alert, Button, Group, NumberInput, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { ChooseFiles } from '../../../shared/ui/choose-files.tsx';
import { ChangeFailure, RequestFailure } from '../../../shared/ui/page.tsx';
import { CodeField, type StageProps, VariantHead } from './shelf-parts.tsx';
import classes from './shelves.module.css';
import {
  bookDelivery,
  type DeliveryLine,
  deliveriesQuery,
  deliveryQuery,
  findCode,
  openDelivery,
  openNote,
  type PlacedVariant,
} from './shelves-api.ts';
import { shelvesCopy } from './shelves-copy.ts';

/** Receives a delivery: its note, then each article that arrives. */
export function ReceiveStage(props: StageProps) {
  return props.id === undefined ? <Deliveries {...props} /> : <OpenDelivery {...props} id={props.id} />;
}

/** Opens a delivery by its note, or one of the open deliveries. */
function Deliveries({ onId }: StageProps) {
  const copy = useCopy(shelvesCopy);
  const { data } = useQuery(deliveriesQuery);
  const [sender, setSender] = useState('');
  const [reference, setReference] = useState('');
  const note = { sender: sender.trim(), reference: reference.trim() };
  const open = useMutation({
    mutationFn: (file: File | undefined) => (file ? openNote(note, file) : openDelivery(note)),
    onSuccess: ({ deliveryId }) => onId(deliveryId),
  });
  const isNamed = note.sender !== '' && note.reference !== '';
  return (
    <>
      <form
        className={classes.card}
        onSubmit={(event) => {
          event.preventDefault();
          open.mutate(undefined);
        }}
      >
        <TextInput
          size="lg"
          label={copy.sender}
          value={sender}
          onChange={(event) => setSender(event.currentTarget.value)}
        />
        <TextInput
          size="lg"
          label={copy.note}
          data-takes-scans
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" loading={open.isPending} disabled={!isNamed}>
          {copy.openNote}
        </Button>
        <ChooseFiles
          accept=".csv,text/csv"
          variant="default"
          size="lg"
          disabled={!isNamed}
          onFiles={([file]) => file && open.mutate(file)}
        >
          {copy.openFile}
        </ChooseFiles>
        <ChangeFailure error={open.error} />
      </form>
      <ul className={classes.list} aria-label={copy.openDeliveries}>
        {data?.rows
          .filter(({ state }) => state === 'OPEN')
          .map((one) => (
            <li key={one.deliveryId}>
              <Button fullWidth size="lg" variant="default" onClick={() => onId(one.deliveryId)}>
                {one.sender} {one.reference}
              </Button>
            </li>
          ))}
      </ul>
    </>
  );
}

function OpenDelivery({ id, onId, outbox }: StageProps & { id: string }) {
  const copy = useCopy(shelvesCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(id));
  const [variant, setVariant] = useState<PlacedVariant>();
  const [good, setGood] = useState<number | string>(1);
  const [damaged, setDamaged] = useState<number | string>(0);
  const [place, setPlace] = useState('');
  const [notice, setNotice] = useState<string>();
  const book = useMutation({
    mutationFn: () => bookDelivery(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['shelves'] }),
  });
  if (error) return <RequestFailure error={error} onRetry={() => void refetch()} />;
  if (!delivery) return null;
  const choose = (chosen: PlacedVariant, line: DeliveryLine | undefined) => {
    setNotice(undefined);
    setVariant(chosen);
    setGood(line ? Math.max(1, line.expected - line.counted - line.damaged) : 1);
    setDamaged(0);
    setPlace(line?.place ?? '');
  };
  const scan = async (code: string) => {
    const line = delivery.lines.find((one) => one.variant.code === code);
    if (line) return choose(line.variant, line);
    const found = await findCode(code).catch(() => undefined);
    if (found?.place !== undefined && variant) return setPlace(found.place);
    const [known] = found?.place === undefined ? (found?.variants ?? []) : [];
    if (!known) return setNotice(found ? copy.unknownArticle(code) : copy.needsConnection);
    return choose(
      known,
      delivery.lines.find((one) => one.variant.code === known.code),
    );
  };
  const add = (of: PlacedVariant) => {
    outbox.post({
      do: 'receive',
      deliveryId: id,
      body: {
        ...{ kind: of.kind, code: of.code, counted: Number(good), damaged: Number(damaged) },
        ...(place.trim() && { place: place.trim() }),
      },
    });
    setVariant(undefined);
  };
  const isOpen = delivery.state === 'OPEN';
  return (
    <>
      <p className={classes.ask}>
        {delivery.sender} {delivery.reference}
      </p>
      {!isOpen && (
        <Alert color={delivery.state === 'BOOKED' ? 'green' : 'gray'} role="status" data-state={delivery.state}>
          {copy.deliveryStates[delivery.state]}
        </Alert>
      )}
      {notice && (
        <Alert color="red" role="alert">
          {notice}
        </Alert>
      )}
      {isOpen && <CodeField label={copy.scanArticle} onCode={(code) => void scan(code)} />}
      {isOpen && variant && (
        <section className={classes.card} data-code={variant.code}>
          <VariantHead of={variant} />
          <div className={classes.buttons}>
            <NumberInput size="lg" label={copy.good} allowDecimal={false} value={good} onChange={setGood} />
            <NumberInput size="lg" label={copy.damaged} allowDecimal={false} value={damaged} onChange={setDamaged} />
            <TextInput
              size="lg"
              label={copy.to}
              placeholder={variant.place ?? copy.mainPlace}
              value={place}
              onChange={(event) => setPlace(event.currentTarget.value)}
            />
            <Button size="xl" disabled={Number(good) === 0 && Number(damaged) === 0} onClick={() => add(variant)}>
              {copy.add}
            </Button>
          </div>
        </section>
      )}
      <ul className={classes.list} aria-label={copy.lines}>
        {delivery.lines.map((line) => {
          const difference = line.counted + line.damaged - line.expected;
          return (
            <li key={line.variant.code} className={classes.card} data-line={line.variant.code}>
              <VariantHead of={line.variant} />
              <span className={classes.hint}>
                {copy.countedOf(count(line.counted), count(line.expected))}
                {line.damaged > 0 && `, ${copy.damagedOf(count(line.damaged))}`}
                {difference !== 0 &&
                  ` · ${copy.difference(`${difference > 0 ? '+' : '−'}${count(Math.abs(difference))}`)}`}
              </span>
            </li>
          );
        })}
      </ul>
      {isOpen && (
        <Group grow>
          <Button size="xl" loading={book.isPending} disabled={outbox.waiting.length > 0} onClick={() => book.mutate()}>
            {copy.book}
          </Button>
          <Button size="xl" variant="default" onClick={() => onId(undefined)}>
            {copy.later}
          </Button>
        </Group>
      )}
      <ChangeFailure error={book.error} />
    </>
  );
}
