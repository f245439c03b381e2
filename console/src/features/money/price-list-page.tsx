import { Group, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import {
  deletePriceList,
  importPrices,
  MONEY_KEY,
  type Price,
  type PriceList,
  type PriceListRequest,
  priceListQuery,
  readPricesCsv,
  savePriceList,
} from '../../shared/money/money-api.ts';
import { moneyCopy } from '../../shared/money/money-copy.ts';
import { FileSaveButton, useAmount } from '../../shared/money/money-parts.tsx';
import { ListDialog } from '../../shared/money/prices-section.tsx';
import { useRefusal } from '../../shared/session/use-permission.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { ChooseFiles } from '../../shared/ui/choose-files.tsx';
import { Facts, HeadedTable, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { PriceDialog } from './price-dialog.tsx';

const route = getRouteApi('/office/clients/$clientId/prices/$priceListId');
/** More rows would make the page slow. */
const ROWS_MAX = 200;
const PERCENT = 100;

export function PriceListPage() {
  const copy = useCopy(moneyCopy);
  const key = route.useParams();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const { data: seen, error, refetch } = useQuery(priceListQuery(key));
  const [isHead, setHead] = useState(false);
  const [edited, setEdited] = useState<{ at?: number }>();
  const refusal = useRefusal('money.change');
  const reload = () => queryClient.invalidateQueries({ queryKey: MONEY_KEY });
  const save = useMutation({
    mutationFn: (list: PriceListRequest) => savePriceList(key, list, seen?.etag ?? ''),
    onSuccess: async () => {
      await reload();
      setHead(false);
      setEdited(undefined);
    },
    onError: reload,
  });
  const load = useMutation({
    mutationFn: (file: File) => importPrices(key, file, seen?.etag ?? ''),
    onSettled: reload,
  });
  if (!seen) return error && <RequestFailure error={error} onRetry={() => void refetch()} />;
  const { content: list } = seen;
  const open = (of: { at?: number } | 'head') => {
    save.reset();
    if (of === 'head') setHead(true);
    else setEdited(of);
  };
  const { prices } = list;
  const place = edited?.at;
  const savePrices = (changed: Price[]) => save.mutate({ ...requestOf(list), prices: changed });
  return (
    <Page
      title={list.name}
      actions={
        <>
          <FileSaveButton name="prices.csv" label={copy.csv} read={() => readPricesCsv(key)} />
          <ChooseFiles
            accept=".csv,text/csv"
            variant="default"
            size="compact-sm"
            loading={load.isPending}
            disabled={refusal !== undefined}
            onFiles={([file]) => file && load.mutate(file)}
          >
            {copy.importCsv}
          </ChooseFiles>
          <ConfirmButton
            verb="money.change"
            size="compact-sm"
            label={copy.deleteList}
            title={copy.deleteList}
            isGrave
            act={() =>
              deletePriceList(key).then(() => {
                void navigate({ to: '/clients/$clientId', params: { clientId: key.clientId } });
                return reload();
              })
            }
          >
            {copy.deleteMeans}
          </ConfirmButton>
        </>
      }
    >
      {(error ?? load.error) && <RequestFailure error={error ?? load.error} isChange={!error} />}
      <Section
        title={copy.changeList}
        actions={
          <ActionButton verb="money.change" variant="default" size="compact-sm" onClick={() => open('head')}>
            {copy.change}
          </ActionButton>
        }
      >
        <Facts
          of={[
            [copy.currency, list.currency],
            [copy.validFrom, copy.valid(list.validFrom, list.validTo)],
          ]}
        />
      </Section>
      <Section
        title={copy.prices}
        actions={
          <ActionButton verb="money.change" size="compact-sm" onClick={() => open({})}>
            {copy.addPrice}
          </ActionButton>
        }
      >
        <PricesTable list={list} onEdit={(at) => open({ at })} />
      </Section>
      {isHead && (
        <ListDialog
          title={copy.changeList}
          confirm={copy.save}
          before={list}
          change={save}
          onSubmit={(head) => save.mutate({ ...head, prices })}
          onClose={() => setHead(false)}
        />
      )}
      {edited && (
        <PriceDialog
          before={place === undefined ? undefined : prices[place]}
          currency={list.currency}
          change={save}
          onSave={(price) => savePrices(place === undefined ? [...prices, price] : prices.with(place, price))}
          {...(place !== undefined && { onRemove: () => savePrices(prices.toSpliced(place, 1)) })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

/** Returns the request that leaves the list as it is. */
function requestOf({ priceListId: _, changed: __, ...request }: PriceList): PriceListRequest {
  return request;
}

function PricesTable({ list: { prices, currency }, onEdit }: { list: PriceList; onEdit: (at: number) => void }) {
  const copy = useCopy(moneyCopy);
  const { count } = useFormats();
  const amount = useAmount();
  const nameOf = usePriceName();
  const [typed, setTyped] = useState('');
  const query = typed.trim().toLowerCase();
  const found = prices
    .map((price, at) => ({ price, at, name: nameOf(price) }))
    .filter(({ price, name }) => `${copy.kinds[price.kind]} ${name}`.toLowerCase().includes(query));
  const numbers = [copy.price, copy.cost].map((label) => ({ label, ta: 'right' as const }));
  return (
    <>
      {prices.length > 10 && (
        <TextInput
          type="search"
          aria-label={copy.filter}
          placeholder={copy.filter}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      )}
      {prices.length === 0 && <Text size="sm">{copy.emptyList}</Text>}
      {found.length > 0 && (
        <HeadedTable
          heads={[copy.kind, copy.what, ...numbers, { label: '', 'aria-label': copy.actions }]}
          minWidth={560}
          verticalSpacing={4}
        >
          {found.slice(0, ROWS_MAX).map(({ price, at, name }) => (
            <Table.Tr key={at} data-price={price.code ?? price.kind}>
              <Table.Td>{copy.kinds[price.kind]}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
              <Table.Td ta="right">
                {price.amount === undefined
                  ? copy.costPlus(count((price.plusBasisPoints ?? 0) / PERCENT))
                  : amount(price.amount, currency)}
              </Table.Td>
              <Table.Td ta="right">{price.cost === undefined ? '' : amount(price.cost, currency)}</Table.Td>
              <Table.Td ta="right">
                <Group justify="flex-end">
                  <ActionButton
                    verb="money.change"
                    variant="default"
                    size="compact-sm"
                    aria-label={`${copy.change}: ${copy.kinds[price.kind]} ${name}`}
                    onClick={() => onEdit(at)}
                  >
                    {copy.change}
                  </ActionButton>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </HeadedTable>
      )}
      {found.length > ROWS_MAX && <Text size="sm">{copy.more(count(found.length - ROWS_MAX))}</Text>}
    </>
  );
}

/** Returns the function that names what a price is for. */
function usePriceName(): (price: Price) => string {
  const copy = useCopy(moneyCopy);
  const nameOfPlace = usePlaceName();
  return ({ kind, code, technology, widthMm, heightMm, country }) => {
    if (kind.startsWith('PACKING') || kind.startsWith('STORAGE')) return '';
    const size = widthMm !== undefined && heightMm !== undefined ? copy.upTo(widthMm, heightMm) : undefined;
    const parts = [code, technology && nameOfPlace(technology), size, country].filter((part) => part !== undefined);
    return parts.length > 0 ? parts.join(', ') : copy.everyOther;
  };
}
