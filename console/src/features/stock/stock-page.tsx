import { Alert, Button, Group, NumberInput, Popover, Stack, Table, Tabs, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { dayOf } from '../../shared/copy/center-days.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ChoiceSelect } from '../../shared/list/filters.tsx';
import { SearchField } from '../../shared/list/search-field.tsx';
import { useScanner } from '../../shared/scan/use-scanner.ts';
import { useRefusal, useSession } from '../../shared/session/use-permission.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ChooseFiles } from '../../shared/ui/choose-files.tsx';
import { ClientSelect } from '../../shared/ui/client-select.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Fold } from '../../shared/ui/fold.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult, Page, RequestFailure } from '../../shared/ui/page.tsx';
import {
  CENTER,
  findCode,
  importStock,
  KINDS,
  type PlanResult,
  SORTS,
  STOCK_KEY,
  type StockSearch,
  stockFile,
  stockListQuery,
} from './stock-api.ts';
import { stockCopy } from './stock-copy.ts';
import classes from './stock-page.module.css';
import { StockTable } from './stock-table.tsx';

const route = getRouteApi('/office/stock');

export function StockPage() {
  const copy = useCopy(stockCopy);
  const search = route.useSearch();
  const { verbs } = useSession();
  const navigate = route.useNavigate();
  const list = useQuery(stockListQuery(search));
  const [isEditing, edit] = useDisclosure();
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
    <Page
      title={copy.title}
      actions={
        <>
          <ExportButton search={search} />
          <ImportButton />
          <ActionButton verb="stock.change" variant="default" onClick={edit.toggle}>
            {isEditing ? copy.endEditing : copy.editList}
          </ActionButton>
        </>
      }
    >
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
        {(stock, isOld) => <StockTable stock={stock} isOld={isOld} isEditing={isEditing} onDone={edit.close} />}
      </ListResult>
      <Text size="sm" c="dimmed">
        {copy.scanHint}
      </Text>
    </Page>
  );
}

const LOW_DEFAULT = '10';

type StockFilterProps = { search: StockSearch; onChange: (changes: StockSearch) => void };

/** The filters that a tab sets. */
const TABS = {
  all: {},
  low: { low: LOW_DEFAULT },
  minimum: { belowMinimum: 'true' },
  empty: { low: '0' },
  waiting: { waiting: 'true' },
  short: { short: 'true' },
} as const satisfies Record<string, StockSearch>;
const NO_TAB = { low: undefined, belowMinimum: undefined, waiting: undefined, short: undefined };

function tabOf(search: StockSearch): keyof typeof TABS {
  if (search.belowMinimum) return 'minimum';
  if (search.waiting) return 'waiting';
  if (search.short) return 'short';
  if (search.low === undefined) return 'all';
  return search.low === '0' ? 'empty' : 'low';
}

function StockFilter({ search, onChange }: StockFilterProps) {
  const copy = useCopy(stockCopy);
  const view = tabOf(search);
  return (
    <>
      <Group align="flex-end" gap="sm">
        <SearchField label={copy.search} value={search.q} onChange={(q) => onChange({ q })} flex={1} miw={240} />
        <Fold>
          <ChoiceSelect
            aria-label={copy.kind}
            any={copy.bothKinds}
            of={KINDS}
            names={copy.kinds}
            value={search.kind}
            onChange={(kind) => onChange({ kind })}
          />
          <SearchField label={copy.atPlace} w={130} value={search.place} onChange={(place) => onChange({ place })} />
          <OwnerFilter owner={search.owner} onChange={(owner) => onChange({ owner })} />
          <ChoiceSelect
            aria-label={copy.sortBy}
            any={copy.sortCode}
            of={SORTS}
            names={copy.sorts}
            value={search.sort}
            onChange={(sort) => onChange({ sort })}
          />
        </Fold>
      </Group>
      <Group justify="space-between" align="flex-end" mih={42}>
        <Tabs
          flex={1}
          miw={0}
          value={view}
          onChange={(next) => onChange({ ...NO_TAB, ...TABS[(next ?? 'all') as keyof typeof TABS] })}
        >
          <Tabs.List aria-label={copy.views} className={classes.tabs}>
            {(Object.keys(TABS) as (keyof typeof TABS)[]).map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {copy.tabs[tab]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        {view === 'low' && (
          <NumberInput
            aria-label={copy.lowAtMost}
            prefix={`${copy.lowAtMost} `}
            w={220}
            size="sm"
            min={1}
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

/** Filters by the center or one client. */
function OwnerFilter({
  owner,
  onChange,
}: {
  owner: string | undefined;
  onChange: (owner: string | undefined) => void;
}) {
  const copy = useCopy(stockCopy);
  const [isClient, setClient] = useState(owner !== undefined && owner !== CENTER);
  return (
    <>
      <ChoiceSelect
        aria-label={copy.owner}
        any={copy.owners.any}
        of={['center', 'client']}
        names={copy.owners}
        value={isClient ? 'client' : owner === CENTER ? 'center' : undefined}
        onChange={(choice) => {
          setClient(choice === 'client');
          onChange(choice === 'center' ? CENTER : undefined);
        }}
      />
      {isClient && (
        <ClientSelect
          aria-label={copy.owners.client}
          placeholder={copy.owners.client}
          w={180}
          value={owner === CENTER ? undefined : owner}
          onChange={onChange}
        />
      )}
    </>
  );
}

/** Saves the listed variants as CSV, as they are now or were at the end of a day. */
function ExportButton({ search }: { search: StockSearch }) {
  const copy = useCopy(stockCopy);
  const [day, setDay] = useState('');
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button variant="default">{copy.exportCsv}</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <TextInput
            type="date"
            label={copy.atDay}
            description={copy.dayMeans}
            value={day}
            max={dayOf(Date.now())}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <Button component="a" href={stockFile(search, day)} download>
            {copy.saveCsv}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Reads a CSV file, shows what would change, and changes it on confirmation. */
function ImportButton() {
  const copy = useCopy(stockCopy);
  const refusal = useRefusal('stock.change');
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File>();
  const preview = useMutation({ mutationFn: (of: File) => importStock(of, 'true') });
  const change = useMutation({
    mutationFn: (of: File) => importStock(of, 'false'),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: STOCK_KEY });
      setFile(undefined);
    },
  });
  const choose = ([chosen]: File[]) => {
    if (!chosen) return;
    change.reset();
    setFile(chosen);
    preview.mutate(chosen);
  };
  return (
    <>
      <ChooseFiles
        accept=".csv,text/csv"
        variant="default"
        disabled={refusal !== undefined}
        {...(refusal !== undefined && { title: refusal })}
        onFiles={choose}
      >
        {copy.importCsv}
      </ChooseFiles>
      {file && (
        <Dialog
          title={copy.importOf(file.name)}
          confirm={copy.doImport}
          change={change}
          error={change.error ?? preview.error}
          onSubmit={() => preview.data && change.mutate(file)}
          onClose={() => setFile(undefined)}
        >
          <Text size="sm">{copy.importMeans}</Text>
          {preview.data && <PlanDifferences of={preview.data} />}
        </Dialog>
      )}
    </>
  );
}

function PlanDifferences({ of: { changed, changes } }: { of: PlanResult }) {
  const copy = useCopy(stockCopy);
  const { count } = useFormats();
  const names = { place: copy.columns.place, minimum: copy.minimum, target: copy.target, ownerId: copy.owner } as const;
  const fields = Object.keys(names) as (keyof typeof names)[];
  return (
    <>
      <Text size="sm" fw={600} role="status">
        {changed === 0 ? copy.nothingChanges : copy.changesMany(count(changed))}
      </Text>
      {changes.length > 0 && (
        <div className={classes.differences}>
          <HeadedTable heads={[copy.columns.code, copy.changesHead]} verticalSpacing={4}>
            {changes.map(({ kind, code, before, after }) => (
              <Table.Tr key={`${kind} ${code}`} data-change={code}>
                <Table.Td>{code}</Table.Td>
                <Table.Td>
                  {fields
                    .filter((field) => before[field] !== after[field])
                    .map((field) => `${names[field]}: ${before[field] ?? '–'} → ${after[field] ?? '–'}`)
                    .join('; ')}
                </Table.Td>
              </Table.Tr>
            ))}
          </HeadedTable>
        </div>
      )}
    </>
  );
}
