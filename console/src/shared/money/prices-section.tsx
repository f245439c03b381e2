import { NativeSelect, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { violationsByField } from '../api/request-error.ts';
import { useCopy, useFormats } from '../copy/copy.ts';
import { useSession } from '../session/use-permission.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Dialog, type DialogChange } from '../ui/dialog.tsx';
import { AnchorLink } from '../ui/links.tsx';
import { HeadedTable, RequestFailure, Section } from '../ui/page.tsx';
import {
  createPriceList,
  MONEY_KEY,
  type PriceList,
  type PriceListRequest,
  priceListQuery,
  priceListsQuery,
} from './money-api.ts';
import { moneyCopy } from './money-copy.ts';

/** Lists the price lists of a client, for those who may see prices. */
export function PricesSection({ clientId }: { clientId: string }) {
  const { verbs } = useSession();
  return verbs.includes('money.read') ? <PriceLists clientId={clientId} /> : null;
}

function PriceLists({ clientId }: { clientId: string }) {
  const copy = useCopy(moneyCopy);
  const { count } = useFormats();
  const { data: lists, error, refetch } = useQuery(priceListsQuery(clientId));
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={copy.prices}
      actions={
        <ActionButton verb="money.change" size="compact-sm" onClick={() => setOpen(true)}>
          {copy.newList}
        </ActionButton>
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      <Text size="sm">{lists?.length === 0 ? copy.noLists : copy.pricesMean}</Text>
      {lists && lists.length > 0 && (
        <HeadedTable heads={[copy.listName, copy.validFrom, { label: copy.prices, ta: 'right' }]}>
          {lists.map(({ priceListId, name, currency, validFrom, validTo, prices }) => (
            <Table.Tr key={priceListId} data-list={name}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <AnchorLink to="/clients/$clientId/prices/$priceListId" params={{ clientId, priceListId }} size="sm">
                  {name}
                </AnchorLink>
              </Table.Td>
              <Table.Td>{copy.valid(validFrom, validTo)}</Table.Td>
              <Table.Td ta="right">
                {count(prices)} {currency}
              </Table.Td>
            </Table.Tr>
          ))}
        </HeadedTable>
      )}
      {isOpen && <NewList clientId={clientId} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function NewList({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const copy = useCopy(moneyCopy);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: lists = [] } = useQuery(priceListsQuery(clientId));
  const [source, setSource] = useState('');
  const { data: copied } = useQuery({
    ...priceListQuery({ clientId, priceListId: source }),
    enabled: source !== '',
    refetchInterval: false,
  });
  const create = useMutation({
    mutationFn: (head: Omit<PriceListRequest, 'prices'>) =>
      createPriceList(clientId, { ...head, prices: source === '' ? [] : (copied?.content.prices ?? []) }),
    onSuccess: async ({ priceListId }) => {
      await queryClient.invalidateQueries({ queryKey: MONEY_KEY });
      onClose();
      void navigate({ to: '/clients/$clientId/prices/$priceListId', params: { clientId, priceListId } });
    },
  });
  return (
    <ListDialog
      title={copy.newList}
      confirm={copy.create}
      before={lists[0] && { currency: lists[0].currency }}
      change={create}
      onSubmit={create.mutate}
      onClose={onClose}
    >
      {lists.length > 0 && (
        <NativeSelect
          label={copy.copyOf}
          value={source}
          data={[
            { value: '', label: copy.emptyList },
            ...lists.map(({ priceListId: value, name: label }) => ({ value, label })),
          ]}
          onChange={({ currentTarget: { value } }) => setSource(value)}
        />
      )}
    </ListDialog>
  );
}

type Head = Omit<PriceListRequest, 'prices'>;

interface ListDialogProps {
  title: string;
  confirm: string;
  before?: Partial<PriceList> | undefined;
  change: DialogChange;
  onSubmit: (head: Head) => void;
  onClose: () => void;
  children?: React.ReactNode;
}

/** Asks for the name, the currency and the days of a list. */
export function ListDialog({ title, confirm, before = {}, change, onSubmit, onClose, children }: ListDialogProps) {
  const copy = useCopy(moneyCopy);
  const { name = '', currency = 'EUR', validFrom = '', validTo = '' } = before;
  const [typed, setTyped] = useState({ name, currency, validFrom, validTo });
  const [isTried, setTried] = useState(false);
  const faults = violationsByField(change.error);
  const field = (of: keyof typeof typed) => ({
    value: typed[of],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((old) => ({ ...old, [of]: value })),
    error: faults[of] ?? (isTried && of !== 'validTo' && typed[of].trim() === '' && copy.needed),
  });
  const isWhole = [typed.name, typed.currency, typed.validFrom].every((value) => value.trim() !== '');
  return (
    <Dialog
      title={title}
      confirm={confirm}
      change={change}
      onSubmit={() => {
        setTried(true);
        const { validTo: last, ...head } = typed;
        if (isWhole) onSubmit({ ...head, ...(last !== '' && { validTo: last }) });
      }}
      onClose={onClose}
    >
      <TextInput data-autofocus label={copy.listName} {...field('name')} />
      <TextInput label={copy.currency} maxLength={3} {...field('currency')} />
      <TextInput type="date" label={copy.validFrom} {...field('validFrom')} />
      <TextInput type="date" label={copy.validTo} {...field('validTo')} />
      {children}
    </Dialog>
  );
}
