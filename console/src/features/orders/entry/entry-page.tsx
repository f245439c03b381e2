import {
  Alert,
  Checkbox,
  Group,
  List,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useBlocker, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConnectionLost, violationsByField } from '../../../shared/api/request-error.ts';
import { useCopy } from '../../../shared/copy/copy.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { ClientSelect } from '../../../shared/ui/client-select.tsx';
import { CountrySelect } from '../../../shared/ui/country-select.tsx';
import { ChangeFailure, Page, Section } from '../../../shared/ui/page.tsx';
import { orderCopy } from '../order/order-copy.ts';
import { ADDRESS_FIELDS } from '../order/order-part-rules.ts';
import { CsvDialog } from './csv-dialog.tsx';
import { type Draft, emptyDraft, faultsAt, requestOf } from './draft-rules.ts';
import { checkQuery, clientQuery, useEnterOrder } from './entry-api.ts';
import { entryCopy, useViolationWords } from './entry-copy.ts';
import { EntryItems, fieldsOfItems } from './entry-items.tsx';

const route = getRouteApi('/office/orders/new');
/** Pause after the last letter before the order is checked. */
const TYPING_MS = 500;

/** Enters an order for a client. The rules of the API check it while it is typed. */
export function EntryPage() {
  const copy = useCopy(entryCopy);
  const search = route.useSearch();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(search.clientId, Date.now()));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isAsked, setAsked] = useState(false);
  const [isCsv, setCsv] = useState(false);
  const say = useViolationWords();
  const enter = useEnterOrder();
  const request = requestOf(draft);
  const [checked] = useDebouncedValue(JSON.stringify({ clientId: draft.clientId, request }), TYPING_MS);
  const settled: { clientId?: string; request: typeof request } = JSON.parse(checked);
  const check = useQuery(checkQuery(settled.clientId, settled.request));
  const isTyped = touched.size > 0 && !enter.isSuccess;
  useBlocker({ shouldBlockFn: () => isTyped && !window.confirm(copy.leave), enableBeforeUnload: isTyped });
  const change = (changes: Partial<Draft>, field?: string) => {
    if (enter.error) enter.reset();
    setDraft((before) => ({ ...before, ...changes }));
    setTouched((before) => new Set([...before, field ?? Object.keys(changes)[0] ?? '']));
  };
  const fields = [...fieldsOfItems(draft.items), ...FIELDS];
  const { at, others } = faultsAt(violationsByField(enter.error ?? check.error, say), fields);
  const faults = Object.fromEntries(Object.entries(at).filter(([field]) => isAsked || touched.has(field)));
  const submit = async () => {
    setAsked(true);
    if (draft.clientId === undefined) return;
    const { orderId } = await enter.mutateAsync({ clientId: draft.clientId, body: request, note: draft.note });
    void navigate({
      to: '/orders/$clientId/$orderId',
      params: { clientId: draft.clientId, orderId },
      ignoreBlocker: true,
    });
  };
  return (
    <Page
      title={copy.title}
      actions={
        <ActionButton verb="orders.create" variant="default" onClick={() => setCsv(true)}>
          {copy.csv}
        </ActionButton>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit().catch(() => {});
        }}
      >
        <Stack>
          <Section title={copy.client}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <ClientSelect
                data-autofocus
                label={copy.client}
                value={draft.clientId}
                error={isAsked && draft.clientId === undefined && copy.clientFirst}
                onChange={(clientId) => change({ clientId, carrierId: '' })}
              />
              <TextInput
                label={copy.orderId}
                value={draft.orderId}
                error={faults.orderId}
                onChange={({ currentTarget: { value } }) => change({ orderId: value })}
              />
            </SimpleGrid>
          </Section>
          <EntryItems draft={draft} faults={faults} onChange={(items, field) => change({ items }, field)} />
          <ShippingSection draft={draft} faults={faults} onChange={change} />
          <Section title={copy.more}>
            <Stack gap="sm">
              <Textarea
                label={copy.message}
                autosize
                value={draft.message}
                error={faults.message}
                onChange={({ currentTarget: { value } }) => change({ message: value })}
              />
              <Group>
                <Checkbox
                  label={copy.gift}
                  checked={draft.isGift}
                  onChange={({ currentTarget: { checked: isGift } }) => change({ isGift })}
                />
                <Checkbox
                  label={copy.rush}
                  checked={draft.isRush}
                  error={faults.priority}
                  onChange={({ currentTarget: { checked: isRush } }) => change({ isRush }, 'priority')}
                />
              </Group>
              <Textarea
                label={copy.note}
                autosize
                value={draft.note}
                onChange={({ currentTarget: { value } }) => change({ note: value })}
              />
            </Stack>
          </Section>
          {enter.error && violationsOf(enter.error) === 0 && <ChangeFailure error={enter.error} />}
          {isAsked && others.length > 0 && (
            <Alert color="red" title={copy.faults} role="alert">
              <List size="sm">
                {others.map((message) => (
                  <List.Item key={message}>{message}</List.Item>
                ))}
              </List>
            </Alert>
          )}
          <Group>
            <ActionButton verb="orders.create" loading={enter.isPending} onClick={() => void submit().catch(() => {})}>
              {copy.enter}
            </ActionButton>
            <Text size="sm" role="status">
              {check.error instanceof ConnectionLost && copy.unchecked}
              {check.data && (check.data.isThere ? copy.isThere : copy.ready)}
            </Text>
          </Group>
        </Stack>
      </form>
      {isCsv && <CsvDialog clientId={draft.clientId} onClose={() => setCsv(false)} />}
    </Page>
  );
}

const violationsOf = (error: Error) => Object.keys(violationsByField(error)).length;
const FIELDS = [
  ...['orderId', 'message', 'priority', 'unitPriceCurrency'],
  ...ADDRESS_FIELDS.map((name) => `shipping.address.${name}`),
  ...['shipping.carrierId', 'shipping.shippingLabelUrl'],
];

interface PartProps {
  draft: Draft;
  faults: Readonly<Record<string, string>>;
  onChange: (changes: Partial<Draft>, field?: string) => void;
}

function ShippingSection({ draft, faults, onChange }: PartProps) {
  const copy = useCopy(entryCopy);
  const { addressParts } = useCopy(orderCopy);
  const { data: client } = useQuery(clientQuery(draft.clientId));
  const carriers = (client?.carriers ?? []).map(({ carrierId, name }) => ({ value: carrierId, label: name }));
  return (
    <Section title={copy.shipping}>
      <Stack gap="sm">
        <Checkbox
          label={copy.hasLabel}
          checked={draft.hasLabel}
          onChange={({ currentTarget: { checked: hasLabel } }) => onChange({ hasLabel })}
        />
        {draft.hasLabel ? (
          <TextInput
            label={copy.label}
            value={draft.shippingLabelUrl}
            error={faults['shipping.shippingLabelUrl']}
            onChange={({ currentTarget: { value } }) =>
              onChange({ shippingLabelUrl: value }, 'shipping.shippingLabelUrl')
            }
          />
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
            {ADDRESS_FIELDS.map((name) => {
              const field = `shipping.address.${name}`;
              const set = (value: string) => onChange({ address: { ...draft.address, [name]: value } }, field);
              const look = { label: addressParts[name], error: faults[field] };
              return name === 'country' ? (
                <CountrySelect key={name} {...look} value={draft.address.country} onChange={(one) => set(one ?? '')} />
              ) : (
                <TextInput
                  key={name}
                  {...look}
                  autoComplete="off"
                  value={draft.address[name] ?? ''}
                  onChange={({ currentTarget: { value } }) => set(value)}
                />
              );
            })}
            <NativeSelect
              label={copy.carrier}
              data={[{ value: '', label: copy.defaultCarrier }, ...carriers]}
              value={draft.carrierId}
              error={faults['shipping.carrierId']}
              onChange={({ currentTarget: { value } }) => onChange({ carrierId: value }, 'shipping.carrierId')}
            />
            <TextInput
              label={copy.currency}
              value={draft.currency}
              error={faults.unitPriceCurrency}
              onChange={({ currentTarget: { value } }) =>
                onChange({ currency: value.toUpperCase() }, 'unitPriceCurrency')
              }
            />
          </SimpleGrid>
        )}
      </Stack>
    </Section>
  );
}
