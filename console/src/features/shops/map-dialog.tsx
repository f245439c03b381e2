import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { VariantSelect } from '../../shared/ui/variant-select.tsx';
import { isComplete, NEW_PRINT, PrintFields, printsOf, targetPrintOf } from './map-print.tsx';
import { blankQuery, mapProduct, SHOPS_KEY, type ShopKey, type ShopProduct, type Target } from './shops-api.ts';
import { shopsCopy } from './shops-copy.ts';

type Kind = 'product' | 'blank' | 'ignore';

interface MapDialogProps {
  of: ShopKey;
  product: ShopProduct;
  onClose: () => void;
}

/** Chooses what a product of the shop is: a product, a blank with prints, or nothing that is made here. */
export function MapDialog({ of, product, onClose }: MapDialogProps) {
  const copy = useCopy(shopsCopy);
  const before = product.target ?? product.proposal;
  const [kind, setKind] = useState<Kind>(
    before && 'ignore' in before ? 'ignore' : before && 'sku' in before ? 'blank' : 'product',
  );
  const [ean13, setEan13] = useState(before && 'ean13' in before ? before.ean13 : '');
  const [sku, setSku] = useState(before && 'sku' in before ? before.sku : '');
  const [prints, setPrints] = useState(() => printsOf(before));
  const [isTried, setTried] = useState(false);
  const { data: blank } = useQuery(blankQuery(kind === 'blank' ? sku : ''));
  const save = useDialogChange(() => mapProduct(of, product.sku, targetOf()), SHOPS_KEY, onClose);
  const remove = useDialogChange(() => mapProduct(of, product.sku, null), SHOPS_KEY, onClose);
  const faults = violationsByField(save.error);
  const mayBeSaved = kind === 'ignore' || (kind === 'product' ? ean13 !== '' : sku !== '' && prints.every(isComplete));
  const faultOf = (value: string) => (isTried && value === '' ? copy.needed : undefined);

  function targetOf(): Target {
    if (kind === 'ignore') return { ignore: true };
    if (kind === 'product') return { ean13 };
    const all = prints.map(targetPrintOf);
    return { sku, ...(all.length > 0 && { prints: all }) };
  }

  return (
    <Dialog
      title={copy.mapTitle(product.name)}
      confirm={copy.save}
      change={save}
      onSubmit={() => {
        setTried(true);
        if (mayBeSaved) save.mutate();
      }}
      onClose={onClose}
    >
      <Radio.Group value={kind} onChange={(value) => setKind(value as Kind)} aria-label={copy.inPlaten}>
        <Stack gap={6}>
          {(['product', 'blank', 'ignore'] as const).map((one) => (
            <Radio key={one} value={one} label={copy.targets[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {kind === 'product' && (
        <VariantSelect
          kind="PRODUCT"
          label={copy.product}
          value={ean13}
          onChange={setEan13}
          error={faults['target.ean13'] ?? faultOf(ean13)}
        />
      )}
      {kind === 'blank' && (
        <>
          <VariantSelect
            kind="ARTICLE"
            label={copy.blank}
            value={sku}
            onChange={setSku}
            error={faults['target.sku'] ?? faultOf(sku)}
          />
          {prints.map((print, place) => (
            <PrintFields
              // biome-ignore lint/suspicious/noArrayIndexKey: prints have no other identity
              key={place}
              of={of}
              number={place + 1}
              blank={blank}
              print={print}
              isTried={isTried}
              onChange={(changed) => setPrints(prints.with(place, changed))}
              onRemove={() => setPrints(prints.toSpliced(place, 1))}
            />
          ))}
          <Group>
            <Button variant="default" size="compact-sm" onClick={() => setPrints([...prints, NEW_PRINT])}>
              {copy.addPrint}
            </Button>
          </Group>
        </>
      )}
      {kind === 'ignore' && <Text size="sm">{copy.ignoreMeans}</Text>}
      {product.target && (
        <Group>
          <Button variant="default" size="compact-sm" loading={remove.isPending} onClick={() => remove.mutate()}>
            {copy.unmap}
          </Button>
        </Group>
      )}
    </Dialog>
  );
}
