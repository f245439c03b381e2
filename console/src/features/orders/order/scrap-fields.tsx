import { Group, NumberInput, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { useFormats } from '../../../shared/copy/formats.ts';
import type { OperatorOrder } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import classes from './order-dialog.module.css';
import { nameOf } from './order-part-rules.ts';
import { piecesLeft } from './parcel-rules.ts';
import type { ScrapLines } from './scrap-rules.ts';

const REASON_LENGTH_MAX = 500;

interface ScrapFieldsProps {
  order: OperatorOrder['order'];
  lines: ScrapLines;
  onChange: (lines: ScrapLines) => void;
}

/** Which pieces of an order in production were spoiled: they leave the shelf, and the rest goes back to it. */
export function ScrapFields({ order, lines, onChange }: ScrapFieldsProps) {
  const copy = useCopy(orderCopy);
  const { count } = useFormats();
  const [isOn, setOn] = useState(false);
  return (
    <>
      <Switch
        label={copy.scrap.some}
        description={copy.scrap.means}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          setOn(checked);
          if (!checked) onChange({});
        }}
      />
      {isOn && (
        <div className={classes.lines}>
          {piecesLeft(order).map(({ id, quantity: left }) => {
            const item = order.items.find((one) => one.id === id);
            const name = item ? nameOf(item) : id;
            const line = lines[id] ?? { quantity: 0, reason: '' };
            const change = (changes: Partial<typeof line>) =>
              onChange({ ...lines, [id]: { ...line, ...changes } });
            return (
              <div key={id}>
                <Text size="sm" fw={600} className={classes.name}>
                  {name}
                </Text>
                <Group gap="xs" wrap="nowrap" align="flex-end">
                  <NumberInput
                    label={copy.scrap.quantity}
                    aria-label={copy.scrap.quantityOf(name)}
                    description={copy.scrap.left(count(left))}
                    w={130}
                    min={0}
                    max={left}
                    allowDecimal={false}
                    clampBehavior="strict"
                    value={line.quantity}
                    onChange={(value) => change({ quantity: Number(value) || 0 })}
                  />
                  <TextInput
                    label={copy.scrap.reason}
                    aria-label={copy.scrap.reasonOf(name)}
                    flex={1}
                    maxLength={REASON_LENGTH_MAX}
                    disabled={line.quantity === 0}
                    required={line.quantity > 0}
                    withAsterisk={false}
                    value={line.reason}
                    onChange={({ currentTarget: { value } }) => change({ reason: value })}
                  />
                </Group>
              </div>
            );
          })}
        </div>
      )}
    </>
  );
}
