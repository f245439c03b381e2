import { Alert, NumberInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { RequestError, violationsByField } from '../../shared/api/request-error.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ClientSelect } from '../../shared/ui/client-select.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import {
  adjustStock,
  CENTER,
  countStock,
  planStock,
  readStock,
  type SeenStock,
  STOCK_KEY,
  type StockKey,
  type StockLevel,
} from './stock-api.ts';
import { stockCopy } from './stock-copy.ts';

interface CountDialogProps {
  stock: StockKey;
  /** The version on the screen when the dialog was opened. */
  seen: SeenStock;
  onClose: () => void;
}

/** Sets the stock to a counted quantity. If the stock has changed meanwhile, it asks to confirm the count. */
export function CountDialog({ stock, seen: first, onClose }: CountDialogProps) {
  const copy = useCopy(stockCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const [seen, setSeen] = useState(first);
  const [newer, setNewer] = useState<SeenStock>();
  const [quantity, setQuantity] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  // A changed count gets a new key. A retry after a lost connection keeps the key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it names what these say.
  const idempotencyKey = useMemo(newIdempotencyKey, [quantity, reason, seen]);
  const change = useMutation({
    mutationFn: (against: SeenStock) => {
      const body = { quantity: Number(quantity), ...(reason.trim() && { reason: reason.trim() }) };
      return countStock(stock, body, { idempotencyKey, seen: against });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: STOCK_KEY });
      onClose();
    },
    onError: async (error) => {
      if (error instanceof RequestError && error.status === 412) setNewer(await readStock(stock));
    },
  });
  const wasChanged = change.error instanceof RequestError && change.error.status === 412;
  const isNumber = typeof quantity === 'number';
  const missing = isNumber ? seen.content.reserved - quantity : 0;
  const fields = violationsByField(change.error);
  const describeLevel = ({ onHand, reserved }: StockLevel) => copy.seen(count(onHand), count(reserved));
  const submit = (against: SeenStock) => {
    setTried(true);
    setSeen(against);
    setNewer(undefined);
    if (isNumber) change.mutate(against);
  };
  return (
    <Dialog
      title={copy.countTitle}
      confirm={newer ? copy.countStill : copy.count}
      change={change}
      error={wasChanged ? null : change.error}
      onSubmit={() => submit(newer ?? seen)}
      onClose={onClose}
    >
      {newer && (
        <Alert color="yellow" icon={<Icon name="refresh" />} title={copy.changedTitle} role="alert">
          {copy.changedLong(describeLevel(seen.content), describeLevel(newer.content))}
        </Alert>
      )}
      <Text size="sm">{describeLevel((newer ?? seen).content)}</Text>
      <NumberInput
        data-autofocus
        label={copy.counted}
        allowDecimal={false}
        allowNegative={false}
        value={quantity}
        onChange={setQuantity}
        error={fields.quantity ?? (isTried && !isNumber ? copy.needsNumber : undefined)}
      />
      {missing > 0 && <Text size="sm">{copy.belowReserved(count(missing))}</Text>}
      <TextInput
        label={copy.reason}
        placeholder={copy.reasonExample}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={fields.reason}
      />
    </Dialog>
  );
}

type AdjustDialogProps = { stock: StockKey; seen: SeenStock; onClose: () => void };

/** Adds pieces to the stock or removes them. It needs no version, because adjustments add up. */
export function AdjustDialog({ stock, seen: { content: level }, onClose }: AdjustDialogProps) {
  const copy = useCopy(stockCopy);
  const { count } = useFormats();
  const [by, setBy] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it names what these say.
  const idempotencyKey = useMemo(newIdempotencyKey, [by, reason]);
  const change = useDialogChange(
    () => adjustStock(stock, { by: Number(by), reason: reason.trim() }, { idempotencyKey }),
    STOCK_KEY,
    onClose,
  );
  const isChange = typeof by === 'number' && by !== 0;
  const fields = violationsByField(change.error);
  return (
    <Dialog
      title={copy.adjustTitle}
      confirm={copy.adjust}
      change={change}
      onSubmit={() => {
        setTried(true);
        if (isChange && reason.trim()) change.mutate();
      }}
      onClose={onClose}
    >
      <Text size="sm">{copy.seen(count(level.onHand), count(level.reserved))}</Text>
      <NumberInput
        data-autofocus
        label={copy.by}
        allowDecimal={false}
        value={by}
        onChange={setBy}
        error={fields.by ?? (isTried && !isChange ? copy.needsChange : undefined)}
      />
      {isChange && <Text size="sm">{copy.becomes(count(level.onHand + by))}</Text>}
      <TextInput
        label={copy.reason}
        placeholder={copy.reasonExample}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={fields.reason ?? (isTried && !reason.trim() ? copy.needsReason : undefined)}
      />
    </Dialog>
  );
}

/** Sets the place, minimum, target and owner of a variant. An empty field removes a value. */
export function PlanDialog({ stock, level, onClose }: { stock: StockKey; level: StockLevel; onClose: () => void }) {
  const copy = useCopy(stockCopy);
  const [minimum, setMinimum] = useState<number | string>(level.minimum ?? '');
  const [target, setTarget] = useState<number | string>(level.target ?? '');
  const [place, setPlace] = useState(level.place ?? '');
  const [ownerId, setOwnerId] = useState(level.ownerId);
  const change = useDialogChange(
    () => {
      const pieces = { minimum: Number(minimum) || 0, target: Number(target) || 0 };
      return planStock([{ ...stock, ...pieces, place: place.trim(), ownerId: ownerId ?? CENTER }]);
    },
    STOCK_KEY,
    onClose,
  );
  const fields = violationsByField(change.error);
  const numbers = { allowDecimal: false, allowNegative: false } as const;
  return (
    <Dialog
      title={copy.plan}
      confirm={copy.savePlan}
      change={change}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <NumberInput
        data-autofocus
        label={copy.minimum}
        description={copy.minimumMeans}
        {...numbers}
        value={minimum}
        onChange={setMinimum}
        error={fields['variants.0.minimum']}
      />
      <NumberInput
        label={copy.target}
        description={copy.targetMeans}
        {...numbers}
        value={target}
        onChange={setTarget}
        error={fields['variants.0.target']}
      />
      <TextInput
        label={copy.mainPlace}
        value={place}
        onChange={(event) => setPlace(event.currentTarget.value)}
        error={fields['variants.0.place']}
      />
      <ClientSelect
        label={copy.owner}
        description={copy.ownerMeans}
        placeholder={copy.center}
        value={ownerId}
        onChange={setOwnerId}
        error={fields['variants.0.ownerId']}
      />
    </Dialog>
  );
}
