import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import type { Price } from '../../shared/money/money-api.ts';
import { moneyCopy } from '../../shared/money/money-copy.ts';
import { decimalsOf, minorUnitsOf, typedOf } from '../../shared/money/money-rules.ts';
import { Dialog, type DialogChange } from '../../shared/ui/dialog.tsx';

const PERCENT_DECIMALS = 2;
const KINDS = [
  'ARTICLE',
  'PRINT',
  'CUSTOMIZATION',
  'PACKING_ORDER',
  'PACKING_PARCEL',
  'PACKING_PIECE',
  'POSTAGE',
  'STORAGE_MONTH',
  'STORAGE_PIECE',
] as const satisfies readonly Price['kind'][];

interface PriceDialogProps {
  /** Absent: a new price. */
  before?: Price | undefined;
  currency: string;
  change: DialogChange;
  onSave: (price: Price) => void;
  onRemove?: () => void;
  onClose: () => void;
}

/** Asks for a price, with the fields of its kind. */
export function PriceDialog({ before, currency, change, onSave, onRemove, onClose }: PriceDialogProps) {
  const copy = useCopy(moneyCopy);
  const decimals = decimalsOf(currency);
  const [kind, setKind] = useState<Price['kind']>(before?.kind ?? 'ARTICLE');
  const [isByCost, setByCost] = useState(before?.plusBasisPoints !== undefined);
  const [typed, setTyped] = useState({
    code: before?.code ?? '',
    technology: before?.technology ?? '',
    width: String(before?.widthMm ?? ''),
    height: String(before?.heightMm ?? ''),
    country: before?.country ?? '',
    amount: typedOf(before?.amount, decimals),
    plus: typedOf(before?.plusBasisPoints, PERCENT_DECIMALS),
    cost: typedOf(before?.cost, decimals),
  });
  const [isTried, setTried] = useState(false);
  const isPostage = kind === 'POSTAGE';
  const usesCost = isPostage && isByCost;
  const amount = minorUnitsOf(typed.amount, decimals);
  const plus = minorUnitsOf(typed.plus || '0', PERCENT_DECIMALS);
  const cost = typed.cost === '' ? undefined : minorUnitsOf(typed.cost, decimals);
  const isCostFaulty = typed.cost !== '' && (cost === undefined || cost < 0);
  const isAmountFaulty = usesCost ? plus === undefined || plus < 0 : amount === undefined || amount < 0;
  const field = (of: keyof typeof typed) => ({
    value: typed[of],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((old) => ({ ...old, [of]: value })),
  });
  const save = () => {
    setTried(true);
    if (isAmountFaulty || isCostFaulty) return;
    const { code, technology, width, height, country } = typed;
    onSave({
      kind,
      ...((kind === 'ARTICLE' || kind === 'CUSTOMIZATION') && code.trim() !== '' && { code: code.trim() }),
      ...(kind === 'PRINT' && {
        ...(technology.trim() !== '' && { technology: technology.trim() }),
        ...(width !== '' && { widthMm: Number(width) }),
        ...(height !== '' && { heightMm: Number(height) }),
      }),
      ...(isPostage && country.trim() !== '' && { country: country.trim() }),
      ...(usesCost ? { plusBasisPoints: plus ?? 0 } : { amount: amount ?? 0 }),
      ...(!usesCost && cost !== undefined && { cost }),
    });
  };
  return (
    <Dialog
      title={before ? copy.changePrice : copy.addPrice}
      confirm={copy.save}
      change={change}
      onSubmit={save}
      onClose={onClose}
    >
      <NativeSelect
        data-autofocus
        label={copy.kind}
        value={kind}
        data={KINDS.map((value) => ({ value, label: copy.kinds[value] }))}
        onChange={({ currentTarget: { value } }) => setKind(value as Price['kind'])}
      />
      {(kind === 'ARTICLE' || kind === 'CUSTOMIZATION') && (
        <TextInput label={copy.code} description={copy.codeMeans} {...field('code')} />
      )}
      {kind === 'PRINT' && (
        <>
          <TextInput label={copy.technologyOf} description={copy.technologyMeans} {...field('technology')} />
          <TextInput label={copy.width} description={copy.sizeMeans} inputMode="numeric" {...field('width')} />
          <TextInput label={copy.height} inputMode="numeric" {...field('height')} />
        </>
      )}
      {isPostage && (
        <>
          <TextInput label={copy.country} description={copy.countryMeans} maxLength={2} {...field('country')} />
          <SegmentedControl
            aria-label={copy.postageBy}
            value={isByCost ? 'cost' : 'fixed'}
            data={[
              { value: 'fixed', label: copy.fixed },
              { value: 'cost', label: copy.byCost },
            ]}
            onChange={(value) => setByCost(value === 'cost')}
          />
        </>
      )}
      <TextInput
        label={usesCost ? copy.plus : `${copy.price} (${currency})`}
        inputMode="decimal"
        {...field(usesCost ? 'plus' : 'amount')}
        error={isTried && isAmountFaulty && copy.noAmount}
      />
      {!usesCost && (
        <TextInput
          label={`${copy.ownCost} (${currency})`}
          description={copy.ownCostMeans}
          inputMode="decimal"
          {...field('cost')}
          error={isTried && isCostFaulty && copy.noAmount}
        />
      )}
      {onRemove && (
        <Button variant="subtle" color="red" onClick={onRemove}>
          {copy.remove}
        </Button>
      )}
    </Dialog>
  );
}
