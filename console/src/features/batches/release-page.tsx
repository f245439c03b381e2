import { Alert, Button, Group, List, Select, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { withoutEmpty } from '../../shared/list/text-search.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ClientSelect } from '../../shared/ui/client-select.tsx';
import { Fold } from '../../shared/ui/fold.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { AnchorLink, ButtonLink } from '../../shared/ui/links.tsx';
import { Page, RequestFailure } from '../../shared/ui/page.tsx';
import {
  DUE,
  GROUPED,
  GROUPED_MAX,
  type Release,
  type ReleaseChoice,
  type ReleaseGroup,
  type ReleasePageSearch,
  type ReleaseSearch,
  releaseCountsQuery,
  releaseGroupsQuery,
  SIZES,
} from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { ReleaseDialog } from './release-dialog.tsx';
import { choicesOf, keyOfGroup } from './release-grouping.ts';
import { ReleaseGroupsTable } from './release-groups-table.tsx';

const route = getRouteApi('/office/release');

export function ReleasePage() {
  const copy = useCopy(batchesCopy);
  const { count, orders } = useFormats();
  const { oldest, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const {
    data: groups,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery(releaseGroupsQuery(withoutEmpty({ ...search, oldest })));
  const { data: counts } = useQuery(releaseCountsQuery(withoutEmpty({ ...search, oldest })));
  const [choices, setChoices] = useState<readonly ReleaseChoice[]>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const listed = groups ?? [];
  // A group that leaves the list is deselected.
  const selected = new Set(listed.map(keyOfGroup).filter((key) => chosen.has(key)));
  const isSome = selected.size > 0 && selected.size < listed.length;
  const select = (some: readonly ReleaseGroup[], isSelected: boolean) => {
    const keys = new Set(some.map(keyOfGroup));
    const others = [...selected].filter((key) => !keys.has(key));
    setChosen(new Set(isSelected ? [...others, ...keys] : others));
  };
  const [result, setResult] = useState<Release>();
  const filter = (changes: ReleasePageSearch) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...changes }) });
  const isFiltered = Object.keys(withoutEmpty(search)).length > 0;
  return (
    <Page
      title={copy.releaseTitle}
      actions={
        groups &&
        groups.length > 0 && (
          <ActionButton
            verb="production.release"
            onClick={() =>
              setChoices(isSome ? choicesOf(listed, selected).map((one) => ({ ...search, ...one })) : [search])
            }
          >
            {isSome ? copy.releaseSelected(count(selected.size)) : copy.releaseShown}
          </ActionButton>
        )
      }
    >
      {result && <ReleaseResult result={result} onClose={() => setResult(undefined)} />}
      <AcceptedAlone onRelease={() => setChoices([{ status: 'ACCEPTED' }])} />
      <Fold>
        <ReleaseFilter search={search} oldest={oldest} onChange={filter} />
      </Fold>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {groups?.length === 0 && (
        <Group gap="xs">
          <Text>{isFiltered ? copy.nothingLike : copy.nothing}</Text>
          {isFiltered && (
            <Button variant="subtle" size="compact-sm" onClick={() => void navigate({ search: {} })}>
              {copy.clear}
            </Button>
          )}
        </Group>
      )}
      {groups && groups.length > 0 && (
        <>
          {counts && (
            <Text size="sm" data-counts>
              {copy.canBeReleased(count(counts.orders), count(counts.pieces))}{' '}
              {counts.late > 0 && (
                <Text component="span" size="sm" fw={600} c="var(--mantine-color-error)">
                  {copy.lateOf(count(counts.late))}
                </Text>
              )}
            </Text>
          )}
          {counts && counts.orders >= (oldest ?? GROUPED) && (
            <Group gap="xs">
              <Text size="sm">
                {copy.groupsOf(count(oldest ?? GROUPED))} {copy.assigned(orders(counts.assigned))}
              </Text>
              {oldest === undefined && (
                <Button variant="subtle" onClick={() => filter({ oldest: GROUPED_MAX })}>
                  {copy.groupMore(count(GROUPED_MAX))}
                </Button>
              )}
            </Group>
          )}
          <ReleaseGroupsTable groups={groups} isOld={isPlaceholderData} selected={selected} onSelect={select} />
        </>
      )}
      {choices && (
        <ReleaseDialog
          choices={choices}
          onReleased={(released) => {
            setChoices(undefined);
            setChosen(new Set());
            setResult(released);
          }}
          onClose={() => setChoices(undefined)}
        />
      )}
    </Page>
  );
}

/** Shows how many orders were accepted without a batch, which no pick list has. */
function AcceptedAlone({ onRelease }: { onRelease: () => void }) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const { data } = useQuery(releaseCountsQuery({ status: 'ACCEPTED' }));
  if (!data?.orders) return null;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title={copy.alone(count(data.orders))} role="status">
      <Group justify="space-between">
        <Text size="sm">{copy.aloneLong}</Text>
        <ActionButton verb="production.release" size="compact-sm" onClick={onRelease}>
          {copy.release}
        </ActionButton>
      </Group>
    </Alert>
  );
}

const ANY_DUE = 'ALL';

interface ReleaseFilterProps {
  search: ReleaseSearch;
  /** The number of orders in the groups, if it is not the default. */
  oldest: ReleasePageSearch['oldest'];
  onChange: (changes: ReleaseSearch) => void;
}

function ReleaseFilter({ search, oldest, onChange }: ReleaseFilterProps) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const nameOfPlace = usePlaceName();
  const { due, ...others } = search;
  // The options do not depend on the current choice.
  const { data: all = [] } = useQuery(releaseGroupsQuery(withoutEmpty({ oldest })));
  const { data: counts } = useQuery(releaseCountsQuery(withoutEmpty({ ...others, oldest })));
  const technologies = distinct(all.map(({ technology }) => technology));
  const articles = new Map(
    all.flatMap(({ manufacturerCode, title }) => (manufacturerCode ? [[manufacturerCode, title]] : [])),
  );
  const label = (one: (typeof DUE)[number]) => {
    const late = one === 'LATE' ? counts?.late : one === 'TODAY' ? counts?.today : undefined;
    // There may be more late orders than were counted.
    const more = late && late >= (oldest ?? GROUPED) ? '+' : '';
    return late ? `${copy.dues[one]} ${count(late)}${more}` : copy.dues[one];
  };
  return (
    <>
      <Group gap="sm" grow preventGrowOverflow={false}>
        <Choice
          name="technology"
          label={copy.technology}
          any={copy.anyTechnology}
          options={withChosen(technologies, search.technology).map((value) => ({ value, label: nameOfPlace(value) }))}
          {...{ search, onChange }}
        />
        <Choice
          name="manufacturerCode"
          label={copy.article}
          any={copy.anyArticle}
          options={withChosen([...articles.keys()], search.manufacturerCode).map((value) => ({
            value,
            label: articles.get(value) ?? value,
          }))}
          {...{ search, onChange }}
        />
        <ClientSelect
          aria-label={copy.client}
          placeholder={copy.anyClient}
          miw={160}
          value={search.clientId}
          onChange={(clientId) => onChange({ clientId })}
        />
        <Choice
          name="size"
          label={copy.size}
          any={copy.anySize}
          options={SIZES.map((value) => ({ value, label: copy.sizes[value] }))}
          {...{ search, onChange }}
        />
      </Group>
      <Tabs value={due ?? ANY_DUE} onChange={(next) => onChange({ due: DUE.find((one) => one === next) })}>
        <Tabs.List aria-label={copy.due}>
          <Tabs.Tab value={ANY_DUE}>{copy.dueAny}</Tabs.Tab>
          {DUE.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {label(one)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
    </>
  );
}

interface ChoiceProps extends Omit<ReleaseFilterProps, 'oldest'> {
  name: 'technology' | 'manufacturerCode' | 'size';
  label: string;
  any: string;
  options: { value: string; label: string }[];
}

function Choice({ name, label, any, options, search, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      miw={160}
      data={[{ value: '', label: any }, ...options]}
      value={search[name] ?? ''}
      allowDeselect={false}
      onChange={(value) => onChange({ [name]: value || undefined })}
    />
  );
}

/** Adds the chosen option to the list, even if no order has it any more. */
const withChosen = (options: readonly string[], chosen: string | undefined) =>
  chosen === undefined || options.includes(chosen) ? options : [...options, chosen];

const distinct = (values: readonly (string | undefined)[]): string[] =>
  [...new Set(values.filter((one) => one !== undefined))].sort();

const LEFT_OUT_SHOWN_MAX = 20;

/** Shows the result of a release, with the orders that are already in another batch, until it is closed. */
function ReleaseResult({ result, onClose }: { result: Release; onClose: () => void }) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const { batch, leftOut } = result;
  return (
    <>
      {batch && (
        <Alert
          color="green"
          icon={<Icon name="check" />}
          role="status"
          title={copy.released(batch.batchId)}
          withCloseButton
          closeButtonLabel={copy.close}
          onClose={onClose}
          data-released={batch.batchId}
        >
          <Group justify="space-between">
            <Text size="sm">{copy.releasedLong(count(batch.orders), count(batch.pieces))}</Text>
            <ButtonLink to="/batches/$batchId" params={{ batchId: batch.batchId }} size="compact-sm">
              {copy.openBatch}
            </ButtonLink>
          </Group>
        </Alert>
      )}
      {(leftOut.length > 0 || !batch) && (
        <Alert
          color="yellow"
          icon={<Icon name="warning" />}
          role="alert"
          title={batch ? copy.leftOutTitle : copy.nothingReleased}
          withCloseButton
          closeButtonLabel={copy.close}
          onClose={onClose}
        >
          <List size="sm">
            {leftOut.slice(0, LEFT_OUT_SHOWN_MAX).map(({ clientId, orderId, batchId, code }) => (
              <List.Item key={`${clientId} ${orderId}`} data-left-out={orderId}>
                <AnchorLink to="/orders/$clientId/$orderId" params={{ clientId, orderId }} size="sm">
                  {orderId}
                </AnchorLink>{' '}
                {batchId ? (
                  <>
                    {copy.alreadyIn}{' '}
                    <AnchorLink to="/batches/$batchId" params={{ batchId }} size="sm">
                      {code}
                    </AnchorLink>
                  </>
                ) : (
                  copy.notAssigned
                )}
              </List.Item>
            ))}
          </List>
          {leftOut.length > LEFT_OUT_SHOWN_MAX && (
            <Text size="sm">{copy.more(count(leftOut.length - LEFT_OUT_SHOWN_MAX))}</Text>
          )}
        </Alert>
      )}
    </>
  );
}
