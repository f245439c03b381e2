import { Alert, Badge, Button, Group, NumberInput, Select, Table, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { SearchField } from '../../shared/list/search-field.tsx';
import { useScanner } from '../../shared/scan/use-scanner.ts';
import { useSession } from '../../shared/session/use-permission.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Fold, useIsPhone } from '../../shared/ui/fold.tsx';
import { ButtonLink, CodeLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult, Page, RequestFailure } from '../../shared/ui/page.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import { findCode, KINDS, type Kind, type ListedStock, type StockSearch, stockListQuery } from './stock-api.ts';
import { stockCopy } from './stock-copy.ts';
import classes from './stock-page.module.css';

const route = getRouteApi('/office/stock');

export function StockPage() {
  const copy = useCopy(stockCopy);
  const search = route.useSearch();
  const { verbs } = useSession();
  const navigate = route.useNavigate();
  const list = useQuery(stockListQuery(search));
  const [unknown, setUnknown] = useState<string>();
  const [scanFailure, setScanFailure] = useState<unknown>();
  useScanner(
    async ({ typed, physical }) => {
      setUnknown(undefined);
      setScanFailure(undefined);
      try {
        const [found] = [...(await findCode(typed)), ...(physical === typed ? [] : await findCode(physical))];
        if (!found) setUnknown(typed);
        else void navigate({ to: '/stock/$kind/$code', params: { kind: found.kind, code: found.code } });
      } catch (failure) {
        setScanFailure(failure);
      }
    },
    { isOfPage: true },
  );
  const filter = (changes: StockSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as StockSearch });
  return (
    <Page title={copy.title}>
      <StockFilter search={search} onChange={filter} />
      {unknown !== undefined && (
        <Alert color="red" role="alert">
          {copy.scanUnknown(unknown)}
        </Alert>
      )}
      {Boolean(scanFailure) && <RequestFailure error={scanFailure} />}
      <ListResult
        query={list}
        to="/stock"
        search={search}
        none={
          Object.keys(search).length === 0 ? (
            <EmptyState icon="stock" title={copy.noneYet} means={copy.noneMeans}>
              {verbs.includes('catalog.change') && <ButtonLink to="/import">{copy.toImport}</ButtonLink>}
            </EmptyState>
          ) : (
            <Text>
              {copy.none}{' '}
              <Button variant="subtle" size="compact-sm" onClick={() => void navigate({ search: {} })}>
                {copy.clear}
              </Button>
            </Text>
          )
        }
      >
        {(stock, isOld) => <StockTable stock={stock} isOld={isOld} />}
      </ListResult>
      <Text size="sm" c="dimmed">
        {copy.scanHint}
      </Text>
    </Page>
  );
}

const LOW_DEFAULT = '10';

type StockFilterProps = { search: StockSearch; onChange: (changes: StockSearch) => void };

function StockFilter({ search, onChange }: StockFilterProps) {
  const copy = useCopy(stockCopy);
  const view = search.belowMinimum ? 'minimum' : search.short ? 'short' : search.low === undefined ? 'all' : 'low';
  return (
    <>
      <Group align="flex-end" gap="sm">
        <SearchField label={copy.search} value={search.q} onChange={(q) => onChange({ q })} flex={1} miw={240} />
        <Fold>
          <Select
            aria-label={copy.kind}
            w={200}
            data={[
              { value: '', label: copy.bothKinds },
              ...KINDS.map((value) => ({ value, label: copy.kinds[value] })),
            ]}
            value={search.kind ?? ''}
            allowDeselect={false}
            onChange={(kind) => onChange({ kind: (kind || undefined) as Kind | undefined })}
          />
        </Fold>
      </Group>
      <Group justify="space-between" wrap="nowrap" align="flex-end" mih={42}>
        <Tabs
          flex={1}
          value={view}
          onChange={(next) =>
            onChange({
              low: next === 'low' ? LOW_DEFAULT : undefined,
              short: next === 'short' ? 'true' : undefined,
              belowMinimum: next === 'minimum' ? 'true' : undefined,
            })
          }
        >
          <Tabs.List aria-label={copy.views}>
            <Tabs.Tab value="all">{copy.all}</Tabs.Tab>
            <Tabs.Tab value="low">{copy.low}</Tabs.Tab>
            <Tabs.Tab value="minimum">{copy.belowMinimum}</Tabs.Tab>
            <Tabs.Tab value="short">{copy.short}</Tabs.Tab>
          </Tabs.List>
        </Tabs>
        {view === 'low' && (
          <NumberInput
            aria-label={copy.lowAtMost}
            prefix={`${copy.lowAtMost} `}
            w={220}
            size="sm"
            min={0}
            max={999_999_999}
            allowDecimal={false}
            allowNegative={false}
            value={Number(search.low)}
            onChange={(low) => low !== '' && onChange({ low: String(low) })}
          />
        )}
      </Group>
    </>
  );
}

function StockTable({ stock, isOld }: { stock: ListedStock[]; isOld: boolean }) {
  const copy = useCopy(stockCopy);
  const { count } = useFormats();
  const isPhone = useIsPhone();
  return (
    <HeadedTable
      heads={[
        copy.columns.code,
        { label: copy.columns.name, w: '26%' },
        copy.columns.color,
        copy.columns.size,
        copy.columns.place,
        { label: copy.columns.onHand, ta: 'right', style: { whiteSpace: 'nowrap' } },
        { label: copy.columns.reserved, ta: 'right' },
        { label: copy.columns.available, ta: 'right' },
      ]}
      minWidth={640}
      horizontalSpacing={8}
      isOld={isOld}
    >
      {stock.map((one) => (
        <Table.Tr key={`${one.kind} ${one.code}`} data-code={one.code}>
          <Table.Td>
            <CodeLink to="/stock/$kind/$code" params={{ kind: one.kind, code: one.code }}>
              {one.code}
            </CodeLink>
            {one.retired && (
              <Badge color="gray" ml="xs">
                {copy.retired}
              </Badge>
            )}
          </Table.Td>
          <Table.Td>
            <span className={classes.named}>
              {one.pictureUrl ? (
                <img className={tableText.picture} src={one.pictureUrl} alt="" loading="lazy" />
              ) : (
                <span className={`${tableText.picture} ${classes.blank}`} />
              )}
              <span className={tableText.name} title={one.name}>
                {isPhone ? [one.name, one.color, one.size].filter(Boolean).join(', ') : one.name}
              </span>
            </span>
          </Table.Td>
          <Table.Td data-wide>
            <span className={tableText.brief}>{one.color}</span>
          </Table.Td>
          <Table.Td data-wide>
            <span className={tableText.brief}>{one.size}</span>
          </Table.Td>
          <Table.Td>
            <span className={tableText.brief}>{one.place}</span>
          </Table.Td>
          <Table.Td ta="right">{count(one.onHand)}</Table.Td>
          <Table.Td data-wide ta="right">
            {count(one.reserved)}
          </Table.Td>
          <Table.Td ta="right">
            {one.onHand < one.reserved ? (
              <Badge color="red">{copy.shortBy(count(one.reserved - one.onHand))}</Badge>
            ) : one.minimum !== undefined && one.available < one.minimum ? (
              <Badge color="orange" title={copy.minimumOf(count(one.minimum))}>
                {count(one.available)}
              </Badge>
            ) : (
              count(one.available)
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
