import { List, NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useLanguage } from '../../../shared/copy/copy.ts';
import { nameOfCountry } from '../../../shared/copy/country-names.ts';
import { ChooseFiles } from '../../../shared/ui/choose-files.tsx';
import { CountrySelect } from '../../../shared/ui/country-select.tsx';
import { ChangeFailure } from '../../../shared/ui/page.tsx';
import { VariantSelect } from '../../../shared/ui/variant-select.tsx';
import classes from './correction-dialog.module.css';
import {
  begunItems,
  type CorrectableField,
  contentFields,
  correctionOf,
  destinationFields,
  FILE_ROLES,
  textFields,
  voidsPaper,
} from './correction-rules.ts';
import {
  carriersQuery,
  fileUrl,
  type KeptFile,
  type OrderKey,
  orderParcelsQuery,
  orderPiecesQuery,
  uploadFile,
} from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { OrderDialog, type OrderDialogProps, REASON_LENGTH_MAX } from './order-dialog.tsx';
import { ORDER_TEXTS } from './order-part-rules.ts';
import { usePartName } from './use-order-words.ts';

/** More fields are corrected by the client or the API. */
const CONTENT_FIELDS_MAX = 60;

/** Corrects an order for its client, and shows before and after. */
export function CorrectionDialog(dialog: OrderDialogProps) {
  const { order, clientId } = dialog.seen;
  const copy = useCopy(orderCopy).correction;
  const nameOfPart = usePartName();
  const { print, itemNumber, parts } = useCopy(orderCopy);
  const language = useLanguage();
  const key = { clientId, orderId: order.orderId };
  const isInProduction = order.status === 'ACCEPTED';
  const { data: pieces = [] } = useQuery({ ...orderPiecesQuery(key), enabled: isInProduction });
  const { data: parcels = [] } = useQuery({ ...orderParcelsQuery(key), enabled: isInProduction });
  const begun = begunItems(order, pieces);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const content = contentFields(order, begun).slice(0, CONTENT_FIELDS_MAX);
  const fields = [...destinationFields(order), ...content, ...textFields(order)];
  const textOf = ({ pointer, value }: CorrectableField) => typed[pointer] ?? value;
  const shownOf = ({ place }: CorrectableField, text: string) =>
    uploads.get(text)?.name ?? (place === 'country' ? nameOfCountry(text, language) : text || copy.nothing);
  const changed = fields.filter((field) => textOf(field).trim() !== field.value);
  const mayBeEmpty = ({ kind }: CorrectableField) => kind === 'addressField' || ORDER_TEXTS.some((one) => one === kind);
  const isComplete = changed.every((field) => mayBeEmpty(field) || textOf(field).trim() !== '');
  const input = (field: CorrectableField) => (
    <FieldInput
      key={field.pointer}
      field={field}
      label={nameOfPart(field, true)}
      value={textOf(field)}
      orderKey={key}
      file={dialog.seen.files.find(({ pointer }) => pointer === field.pointer)}
      onChange={(value) => setTyped((before) => ({ ...before, [field.pointer]: value }))}
    />
  );
  const voided = parcels
    .filter(({ state }) => state === 'OPEN' || state === 'PACKED')
    .flatMap(({ number, papers }) =>
      papers
        .filter((paper) => voidsPaper(changed, paper))
        .map(({ kind }) => `${print.kinds[kind]} (${print.papersOf(number)})`),
    );
  return (
    <OrderDialog
      {...dialog}
      title={copy.title}
      confirm={copy.confirm}
      size="lg"
      isReady={changed.length > 0 && isComplete && reason.trim() !== ''}
      toSend={() => ({
        name: 'amend',
        correction: correctionOf(order, new Map(changed.map((field) => [field.pointer, textOf(field).trim()]))),
        reason: reason.trim(),
      })}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        {destinationFields(order).map(input)}
      </SimpleGrid>
      {begun.size > 0 && <Text size="sm">{copy.begun}</Text>}
      {content.length > 0 && (
        <details>
          <summary>{copy.content}</summary>
          {isInProduction && begun.size === 0 && <Text size="sm">{copy.restarts}</Text>}
          {[...Map.groupBy(content, ({ item }) => item?.number)].map(([number, some]) => {
            const name = some[0]?.item?.name;
            return (
              <fieldset key={number ?? 0} className={classes.item}>
                <legend>
                  {number === undefined || name === undefined ? parts.packingSlip : itemNumber(number, name)}
                </legend>
                <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
                  {some.map(input)}
                </SimpleGrid>
              </fieldset>
            );
          })}
        </details>
      )}
      <details>
        <summary>{copy.texts}</summary>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
          {textFields(order).map(input)}
        </SimpleGrid>
      </details>
      {changed.length > 0 && (
        <section aria-label={copy.changes}>
          <Text size="sm" fw={600}>
            {copy.changes}
          </Text>
          <List size="sm">
            {changed.map((field) => (
              <List.Item key={field.pointer}>
                {nameOfPart(field, field.kind === 'addressField')}: <del>{shownOf(field, field.value)}</del> →{' '}
                <ins>{shownOf(field, textOf(field).trim())}</ins>
              </List.Item>
            ))}
          </List>
          {voided.length > 0 && (
            <Text size="sm" c="red" role="status">
              {copy.voids(voided.join(', '))}
            </Text>
          )}
        </section>
      )}
      <Textarea
        label={copy.reason}
        maxLength={REASON_LENGTH_MAX}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </OrderDialog>
  );
}

type FieldInputProps = {
  field: CorrectableField;
  label: string;
  value: string;
  orderKey: OrderKey;
  /** The stored file of the present value. */
  file: KeptFile | undefined;
  onChange: (value: string) => void;
};

type Upload = { name: string; picture: string | undefined };

/** The uploaded files by URL, until the page is closed. */
const uploads = new Map<string, Upload>();

function FieldInput({ field, label, value, orderKey, file, onChange }: FieldInputProps) {
  const { kind, place, value: before, pointer } = field;
  const copy = useCopy(orderCopy);
  const isCarrier = kind === 'carrier';
  const { data: carriers = [] } = useQuery({ ...carriersQuery, enabled: isCarrier });
  const change = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  if (isCarrier) {
    const data = carriers.map((carrier) => ({ value: carrier.carrierId, label: carrier.name }));
    const chosen = before === '' ? [{ value: '', label: copy.correction.defaultCarrier }] : [];
    return <NativeSelect label={label} data={[...chosen, ...data]} value={value} onChange={change} />;
  }
  if (place === 'country')
    return <CountrySelect label={label} value={value} onChange={(country) => country && onChange(country)} />;
  if (kind === 'item') {
    const stock = pointer.endsWith('/sku') ? 'ARTICLE' : 'PRODUCT';
    return <VariantSelect label={copy.correction.kinds[stock]} kind={stock} value={value} onChange={onChange} />;
  }
  const role = FILE_ROLES[kind as keyof typeof FILE_ROLES];
  if (role) return <FileInput {...{ label, value, orderKey, role, onChange }} {...(value === before && { file })} />;
  if (kind === 'giftMessage') return <Textarea label={label} value={value} onChange={change} />;
  return (
    <TextInput
      label={label}
      {...(kind === 'requestedDeliveryDate' && { type: 'date' })}
      {...(kind === 'quantity' && { type: 'number', min: 1 })}
      {...(place === 'personName' && { 'data-autofocus': true })}
      value={value}
      onChange={change}
    />
  );
}

interface FileInputProps extends Pick<FieldInputProps, 'label' | 'value' | 'orderKey' | 'onChange'> {
  role: KeptFile['role'];
  file?: KeptFile | undefined;
}

/** Shows the picture of a file, and replaces it by an upload or by a URL. */
function FileInput({ label, value, orderKey, role, file, onChange }: FileInputProps) {
  const { correction: copy } = useCopy(orderCopy);
  const upload = useMutation({
    mutationFn: (chosen: File) => uploadFile(orderKey, role, chosen),
    onSuccess: (url, chosen) => {
      const picture = chosen.type.startsWith('image/') ? URL.createObjectURL(chosen) : undefined;
      uploads.set(url, { name: chosen.name, picture });
      onChange(url);
    },
  });
  const picture = uploads.get(value)?.picture ?? (file && fileUrl(orderKey, file.sha256, '/thumbnails/small'));
  return (
    <div className={classes.file}>
      {picture && <img className={classes.picture} src={picture} alt={label} />}
      <div>
        <TextInput
          label={label}
          value={uploads.get(value)?.name ?? value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <ChooseFiles
          {...{ variant: 'default', size: 'compact-sm', mt: 4, loading: upload.isPending }}
          title={label}
          onFiles={([chosen]) => chosen && upload.mutate(chosen)}
        >
          {copy.upload}
        </ChooseFiles>
        <ChangeFailure error={upload.error} />
      </div>
    </div>
  );
}
