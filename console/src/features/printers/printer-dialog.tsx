import { Checkbox, Group, NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import {
  PRINTERS_KEY,
  type PrinterFields,
  type PrinterKind,
  type PrintMediaType,
  type SeenPrinter,
  savePrinter,
} from './printers-api.ts';
import { printersCopy } from './printers-copy.ts';

const KINDS: readonly PrinterKind[] = ['raw', 'ipp', 'browser'];
const MEDIA_TYPES: readonly PrintMediaType[] = ['application/zpl', 'application/pdf', 'image/png'];
/** Initial values of each kind: label printers, and A4 for IPP. */
const USUAL: Record<
  PrinterKind,
  Pick<PrinterFields, 'mediaWidthMm' | 'mediaHeightMm' | 'dotsPerInch' | 'mediaTypes'>
> = {
  raw: { mediaWidthMm: 100, mediaHeightMm: 150, dotsPerInch: 203, mediaTypes: ['application/zpl'] },
  ipp: { mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: 600, mediaTypes: ['application/pdf'] },
  browser: { mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: 600, mediaTypes: ['application/pdf', 'image/png'] },
};

interface PrinterDialogProps {
  /** Absent when something new is created. */
  seen?: SeenPrinter;
  onClose: () => void;
}

/** Creates or changes a printer. */
export function PrinterDialog({ seen, onClose }: PrinterDialogProps) {
  const copy = useCopy(printersCopy);
  const [fields, setFields] = useState<PrinterFields>(() =>
    seen ? fieldsOf(seen) : { name: '', kind: 'raw', ...USUAL.raw },
  );
  const [isTried, setTried] = useState(false);
  const { name, kind, address = '', mediaTypes = [] } = fields;
  const isComplete = name.trim() !== '' && (kind === 'browser' || address.trim() !== '') && mediaTypes.length > 0;
  const change = (changes: Partial<PrinterFields>) => setFields((before) => ({ ...before, ...changes }));
  const save = useDialogChange(() => savePrinter(fieldsToSend(fields), seen), PRINTERS_KEY, onClose);
  const faults = violationsByField(save.error);
  const requiredError = (value: string) => (isTried && !value.trim() ? copy.needed : undefined);
  return (
    <Dialog
      title={seen ? copy.changeTitle : copy.addTitle}
      confirm={seen ? copy.save : copy.addConfirm}
      change={save}
      onSubmit={() => {
        setTried(true);
        if (isComplete) save.mutate();
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={copy.name}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={faults.name ?? requiredError(name)}
      />
      <NativeSelect
        label={copy.kind}
        value={kind}
        data={KINDS.map((one) => ({ value: one, label: copy.kinds[one] }))}
        onChange={({ currentTarget: { value } }) =>
          change({ kind: value as PrinterKind, ...USUAL[value as PrinterKind] })
        }
      />
      {kind !== 'browser' && (
        <TextInput
          label={copy.address}
          description={copy.addressHelp[kind]}
          value={address}
          onChange={(event) => change({ address: event.currentTarget.value })}
          error={faults.address ?? requiredError(address)}
        />
      )}
      <Checkbox.Group
        label={copy.takes}
        value={mediaTypes}
        onChange={(types) => change({ mediaTypes: types as PrintMediaType[] })}
        error={faults.mediaTypes ?? (isTried && mediaTypes.length === 0 ? copy.needed : undefined)}
      >
        <Group gap="md" mt={4}>
          {MEDIA_TYPES.map((type) => (
            <Checkbox key={type} value={type} label={copy.mediaTypes[type]} />
          ))}
        </Group>
      </Checkbox.Group>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Measure
          label={copy.width}
          value={fields.mediaWidthMm}
          onChange={(mediaWidthMm) => change({ mediaWidthMm })}
          error={faults.mediaWidthMm}
        />
        <Measure
          label={copy.height}
          value={fields.mediaHeightMm}
          onChange={(mediaHeightMm) => change({ mediaHeightMm })}
          error={faults.mediaHeightMm}
        />
        <Measure
          label={copy.dots}
          value={fields.dotsPerInch}
          onChange={(dotsPerInch) => change({ dotsPerInch })}
          error={faults.dotsPerInch}
        />
      </SimpleGrid>
    </Dialog>
  );
}

type MeasureProps = { label: string; value: number; onChange: (value: number) => void; error: string | undefined };

function Measure({ label, value, onChange, error }: MeasureProps) {
  return (
    <NumberInput label={label} value={value} hideControls onChange={(typed) => onChange(Number(typed))} error={error} />
  );
}

function fieldsOf({ content: printer }: SeenPrinter): PrinterFields {
  const { name, kind, address, mediaTypes, mediaWidthMm, mediaHeightMm, dotsPerInch } = printer;
  return { name, kind, ...(address && { address }), mediaTypes, mediaWidthMm, mediaHeightMm, dotsPerInch };
}

/** Leaves out the address of a browser. */
function fieldsToSend({ address, ...fields }: PrinterFields): PrinterFields {
  const hasAddress = fields.kind !== 'browser' && address !== undefined;
  return { ...fields, name: fields.name.trim(), ...(hasAddress && { address: address.trim() }) };
}
