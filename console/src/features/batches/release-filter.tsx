import { Group, Select, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { withoutEmpty } from '../../shared/list/text-search.ts';
import { ClientSelect } from '../../shared/ui/client-select.tsx';
import { releaseCountsQuery, releaseGroupsQuery } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { DUE, GROUPED, type ReleasePageSearch, type ReleaseSearch, SIZES } from './batches-search.ts';

const ANY_DUE = 'ALL';

interface ReleaseFilterProps {
  search: ReleaseSearch;
  /** How many of the orders are in groups, where not as many as usual. */
  oldest: ReleasePageSearch['oldest'];
  onChange: (changes: ReleaseSearch) => void;
}

export function ReleaseFilter({ search, oldest, onChange }: ReleaseFilterProps) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const { due, ...others } = search;
  // What there is to choose from does not depend on what is chosen.
  const { data: all = [] } = useQuery(releaseGroupsQuery(withoutEmpty({ oldest })));
  const { data: counts } = useQuery(releaseCountsQuery(withoutEmpty({ ...others, oldest })));
  const technologies = distinct(all.map(({ technology }) => technology));
  const articles = new Map(
    all.flatMap(({ manufacturerCode, title }) => (manufacturerCode ? [[manufacturerCode, title]] : [])),
  );
  const label = (one: (typeof DUE)[number]) => {
    const late = one === 'LATE' ? counts?.late : one === 'TODAY' ? counts?.today : undefined;
    // There may be more of them than were looked at.
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
          options={withChosen(technologies, search.technology).map((value) => ({ value, label: value }))}
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

/** What the address names is there to be seen, also when nothing of it is left. */
const withChosen = (options: readonly string[], chosen: string | undefined) =>
  chosen === undefined || options.includes(chosen) ? options : [...options, chosen];

const distinct = (values: readonly (string | undefined)[]): string[] =>
  [...new Set(values.filter((one) => one !== undefined))].sort();
