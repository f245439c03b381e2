import { Button, Fieldset, Group, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { VariantSelect } from '../../shared/ui/variant-select.tsx';
import { mapProduct, SHOPS_KEY, type ShopKey, type ShopProduct, type Target } from './shops-api.ts';
import { shopsCopy } from './shops-copy.ts';

type Kind = 'product' | 'blank' | 'ignore';

/** A print in the form of the dialog. */
interface Print {
  location: string;
  technology: string;
  source: 'option' | 'fixed';
  picture: string;
  text: string;
}

const NEW_PRINT: Print = { location: '', technology: '', source: 'option', picture: '', text: '' };
const OPTION = /^\{item\.values\.([^{}]+)\}$/;
const optionOf = (template: string | undefined) => OPTION.exec(template ?? '')?.[1] ?? '';
const templateOf = (option: string) => `{item.values.${option.trim()}}`;

function printsOf(target: Target | undefined): Print[] {
  if (!target || !('sku' in target)) return [];
  return (target.prints ?? []).map(({ dataUrl, location, technology, designName }) => ({
    ...{ location, technology, text: optionOf(designName) },
    source: optionOf(dataUrl) ? 'option' : 'fixed',
    picture: optionOf(dataUrl) || dataUrl,
  }));
}

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
  const save = useDialogChange(() => mapProduct(of, product.sku, targetOf()), SHOPS_KEY, onClose);
  const remove = useDialogChange(() => mapProduct(of, product.sku, null), SHOPS_KEY, onClose);
  const faults = violationsByField(save.error);
  const isComplete =
    kind === 'ignore' ||
    (kind === 'product' ? ean13 !== '' : sku !== '' && prints.every((one) => missingOf(one).length === 0));
  const faultOf = (value: string) => (isTried && value === '' ? copy.needed : undefined);

  function targetOf(): Target {
    if (kind === 'ignore') return { ignore: true };
    if (kind === 'product') return { ean13 };
    const all = prints.map(({ location, technology, source, picture, text }) => ({
      location: location.trim(),
      technology: technology.trim(),
      dataUrl: source === 'option' ? templateOf(picture) : picture.trim(),
      ...(text.trim() && { designName: templateOf(text) }),
    }));
    return { sku, ...(all.length > 0 && { prints: all }) };
  }

  return (
    <Dialog
      title={copy.mapTitle(product.name)}
      confirm={copy.save}
      change={save}
      onSubmit={() => {
        setTried(true);
        if (isComplete) save.mutate();
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
              number={place + 1}
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

const missingOf = ({ location, technology, picture }: Print) =>
  [location, technology, picture].filter((text) => text.trim() === '');

interface PrintFieldsProps {
  number: number;
  print: Print;
  isTried: boolean;
  onChange: (print: Print) => void;
  onRemove: () => void;
}

function PrintFields({ number, print, isTried, onChange, onRemove }: PrintFieldsProps) {
  const copy = useCopy(shopsCopy);
  const isOption = print.source === 'option';
  const field = (name: 'location' | 'technology' | 'picture' | 'text', label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      value={print[name]}
      onChange={({ currentTarget: { value } }) => onChange({ ...print, [name]: value })}
      error={isTried && name !== 'text' && print[name].trim() === '' && copy.needed}
    />
  );
  return (
    <Fieldset legend={copy.print(number)}>
      <Stack gap="xs">
        <Group grow align="flex-start">
          {field('location', copy.location, copy.locationHelp)}
          {field('technology', copy.technology, copy.technologyHelp)}
        </Group>
        <NativeSelect
          label={copy.picture}
          value={print.source}
          data={Object.entries(copy.pictures).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...print, source: value as Print['source'], picture: '' })
          }
        />
        {isOption ? field('picture', copy.pictureOption, copy.pictureOptionHelp) : field('picture', copy.pictureUrl)}
        {field('text', copy.textOption, copy.textOptionHelp)}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            onClick={onRemove}
            aria-label={`${copy.removePrint}: ${copy.print(number)}`}
          >
            {copy.removePrint}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
