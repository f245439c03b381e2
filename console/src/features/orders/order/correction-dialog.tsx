import { List, NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useLanguage } from '../../../shared/copy/copy.ts';
import { ChooseFiles } from '../../../shared/ui/choose-files.tsx';
import { ChangeFailure } from '../../../shared/ui/page.tsx';
import { nameOfCountry } from './address-lines.ts';
import {
  begunItems,
  type CorrectableField,
  contentFields,
  correctionOf,
  destinationFields,
  FILE_ROLES,
} from './correction-rules.ts';
import { carriersQuery, type OrderKey, orderParcelsQuery, orderPiecesQuery, uploadFile } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { OrderDialog, type OrderDialogProps, REASON_LENGTH_MAX } from './order-dialog.tsx';
import { usePartName } from './use-order-words.ts';

/** More fields are corrected by the client or the API. */
const CONTENT_FIELDS_MAX = 60;

/** Corrects an order for its client, and shows before and after. */
export function CorrectionDialog(dialog: OrderDialogProps) {
  const { order, clientId } = dialog.seen;
  const copy = useCopy(orderCopy).correction;
  const nameOfPart = usePartName();
  const { print } = useCopy(orderCopy);
  const key = { clientId, orderId: order.orderId };
  const isInProduction = order.status === 'ACCEPTED';
  const { data: pieces = [] } = useQuery({ ...orderPiecesQuery(key), enabled: isInProduction });
  const { data: parcels = [] } = useQuery({ ...orderParcelsQuery(key), enabled: isInProduction });
  const begun = begunItems(order, pieces);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const content = contentFields(order, begun).slice(0, CONTENT_FIELDS_MAX);
  const fields = [...destinationFields(order), ...content];
  const textOf = ({ pointer, value }: CorrectableField) => typed[pointer] ?? value;
  const shownOf = (text: string) => fileNames.get(text) ?? (text || copy.nothing);
  const changed = fields.filter((field) => textOf(field).trim() !== field.value);
  const mayBeEmpty = ({ kind }: CorrectableField) => kind === 'addressField';
  const isComplete = changed.every((field) => mayBeEmpty(field) || textOf(field).trim() !== '');
  const input = (field: CorrectableField) => (
    <FieldInput
      key={field.pointer}
      field={field}
      label={nameOfPart(field)}
      value={textOf(field)}
      orderKey={key}
      onChange={(value) => setTyped((before) => ({ ...before, [field.pointer]: value }))}
    />
  );
  const voided = parcels
    .filter(({ state }) => state === 'OPEN' || state === 'PACKED')
    .flatMap(({ number, papers }) => papers.map(({ kind }) => `${print.kinds[kind]} (${print.papersOf(number)})`));
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
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
            {content.map(input)}
          </SimpleGrid>
        </details>
      )}
      {changed.length > 0 && (
        <section aria-label={copy.changes}>
          <Text size="sm" fw={600}>
            {copy.changes}
          </Text>
          <List size="sm">
            {changed.map((field) => (
              <List.Item key={field.pointer}>
                {nameOfPart(field)}: <del>{shownOf(field.value)}</del> → <ins>{shownOf(textOf(field).trim())}</ins>
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
  onChange: (value: string) => void;
};

/** The names of uploaded files by URL, until the page is closed. */
const fileNames = new Map<string, string>();

function FieldInput({ field: { kind, place, value: before }, label, value, orderKey, onChange }: FieldInputProps) {
  const copy = useCopy(orderCopy);
  const language = useLanguage();
  const isCarrier = kind === 'carrier';
  const { data: carriers = [] } = useQuery({ ...carriersQuery, enabled: isCarrier });
  const role = FILE_ROLES[kind as keyof typeof FILE_ROLES];
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile(orderKey, role, file),
    onSuccess: (url, { name }) => onChange(fileNames.set(url, name) && url),
  });
  const change = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  if (isCarrier) {
    const data = carriers.map((carrier) => ({ value: carrier.carrierId, label: carrier.name }));
    const chosen = before === '' ? [{ value: '', label: copy.correction.defaultCarrier }] : [];
    return <NativeSelect label={label} data={[...chosen, ...data]} value={value} onChange={change} />;
  }
  const country = place === 'country' && value.length === 2 && nameOfCountry(value, language);
  return (
    <div>
      <TextInput
        label={label}
        {...(kind === 'quantity' && { type: 'number', min: 1 })}
        {...(country && { description: country })}
        {...(place === 'personName' && { 'data-autofocus': true })}
        value={fileNames.get(value) ?? value}
        onChange={change}
      />
      {role && (
        <ChooseFiles
          {...{ variant: 'default', size: 'compact-sm', mt: 4, loading: upload.isPending }}
          title={label}
          onFiles={([file]) => file && upload.mutate(file)}
        >
          {copy.correction.upload}
        </ChooseFiles>
      )}
      <ChangeFailure error={upload.error} />
    </div>
  );
}
