import { List, NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useLanguage } from '../../../shared/copy/copy.ts';
import { nameOfCountry } from './address-lines.ts';
import { type CorrectableField, contentFields, correctionOf, destinationFields } from './correction-rules.ts';
import { carriersQuery, orderPiecesQuery } from './order-api.ts';
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
  const isInProduction = order.status === 'ACCEPTED';
  const pieces = useQuery({ ...orderPiecesQuery({ clientId, orderId: order.orderId }), enabled: isInProduction }).data;
  const isBegun =
    isInProduction &&
    (order.shipments !== undefined || pieces?.some((one) => one.state !== 'TO_MAKE' || one.stepsDone > 0));
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const content = isBegun ? [] : contentFields(order).slice(0, CONTENT_FIELDS_MAX);
  const fields = [...destinationFields(order), ...content];
  const textOf = ({ pointer, value }: CorrectableField) => typed[pointer] ?? value;
  const changed = fields.filter((field) => textOf(field).trim() !== field.value);
  const mayBeEmpty = ({ kind }: CorrectableField) => kind === 'addressField';
  const isComplete = changed.every((field) => mayBeEmpty(field) || textOf(field).trim() !== '');
  const input = (field: CorrectableField) => (
    <FieldInput
      key={field.pointer}
      field={field}
      label={nameOfPart(field)}
      value={textOf(field)}
      onChange={(value) => setTyped({ ...typed, [field.pointer]: value })}
    />
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
      {isBegun && <Text size="sm">{copy.begun}</Text>}
      {content.length > 0 && (
        <details>
          <summary>{copy.content}</summary>
          {isInProduction && <Text size="sm">{copy.restarts}</Text>}
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
                {nameOfPart(field)}: <del>{field.value || copy.nothing}</del> →{' '}
                <ins>{textOf(field).trim() || copy.nothing}</ins>
              </List.Item>
            ))}
          </List>
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

type FieldInputProps = { field: CorrectableField; label: string; value: string; onChange: (value: string) => void };

function FieldInput({ field: { kind, place, value: before }, label, value, onChange }: FieldInputProps) {
  const copy = useCopy(orderCopy);
  const language = useLanguage();
  const isCarrier = kind === 'carrier';
  const { data: carriers = [] } = useQuery({ ...carriersQuery, enabled: isCarrier });
  const change = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  if (isCarrier) {
    const data = carriers.map((carrier) => ({ value: carrier.carrierId, label: carrier.name }));
    const chosen = before === '' ? [{ value: '', label: copy.correction.defaultCarrier }] : [];
    return <NativeSelect label={label} data={[...chosen, ...data]} value={value} onChange={change} />;
  }
  const country = place === 'country' && value.length === 2 && nameOfCountry(value, language);
  return (
    <TextInput
      label={label}
      {...(kind === 'quantity' && { type: 'number', min: 1 })}
      {...(country && { description: country })}
      {...(place === 'personName' && { 'data-autofocus': true })}
      value={value}
      onChange={change}
    />
  );
}
