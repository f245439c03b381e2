import { Alert, Group, Select, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats, useLanguage } from '../../shared/copy/copy.ts';
import { nameOfCountry } from '../../shared/copy/country-names.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { useSession } from '../../shared/session/use-permission.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { HeadedTable, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { ListActions } from './list-actions.tsx';
import {
  carriersQuery,
  clientsQuery,
  ordersToTryQuery,
  POSTAGE_KEY,
  type Provider,
  type Rule,
  rulesQuery,
  saveRules,
  type TriedRules,
  tryRules,
} from './postage-api.ts';
import { postageCopy } from './postage-copy.ts';
import { RuleDialog } from './rule-dialog.tsx';

/** Lists the rules in their order, and tries them on an order. */
export function RulesSection({ providers }: { providers: readonly Provider[] }) {
  const { rules: copy } = useCopy(postageCopy);
  const queryClient = useQueryClient();
  const { data, error } = useQuery(rulesQuery);
  const rules = data?.rules ?? [];
  const [edited, setEdited] = useState<{ place: number }>();
  const [seen, setSeen] = useState<Rule[]>([]);
  const open = (place: number) => {
    setSeen(rules);
    setEdited({ place });
  };
  const save = (changed: Rule[]) =>
    saveRules(changed).then((answer) => queryClient.setQueryData(rulesQuery.queryKey, answer));
  const move = useMutation({ mutationFn: save });
  const wordsOf = useRuleWords(providers);
  return (
    <Section
      title={copy.title}
      actions={
        <ActionButton verb="labels.change" size="compact-sm" onClick={() => open(rules.length)}>
          {copy.add}
        </ActionButton>
      }
    >
      {(error ?? move.error) && <RequestFailure error={error ?? move.error} isChange={!error} />}
      <Text size="sm" c="dimmed">
        {data && rules.length === 0 ? copy.none : copy.means}
      </Text>
      {rules.length > 0 && (
        <HeadedTable heads={['', copy.when, copy.service, '']} minWidth={560}>
          {rules.map((rule, at) => {
            const place = at + 1;
            const { when, buys } = wordsOf(rule);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place
              <Table.Tr key={at} data-rule={place}>
                <Table.Td>{place}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{when}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{buys}</Table.Td>
                <Table.Td>
                  <ListActions
                    name={copy.rule(place)}
                    list={rules}
                    at={at}
                    words={copy}
                    onEdit={() => open(at)}
                    onMove={move.mutate}
                    onDelete={save}
                  />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </HeadedTable>
      )}
      {rules.length > 0 && <TryRules />}
      {edited && (
        <RuleDialog
          providers={providers}
          before={seen[edited.place]}
          save={(rule) => save(seen.toSpliced(edited.place, 1, rule))}
          onClose={() => {
            setEdited(undefined);
            void queryClient.invalidateQueries({ queryKey: POSTAGE_KEY });
          }}
        />
      )}
    </Section>
  );
}

/** Returns a function that says in words for which parcels a rule is, and what it chooses. */
function useRuleWords(providers: readonly Provider[]): (rule: Rule) => { when: string; buys: string } {
  const { rules: copy } = useCopy(postageCopy);
  const { count } = useFormats();
  const language = useLanguage();
  const { verbs } = useSession();
  const { data: clients = [] } = useQuery({ ...clientsQuery, enabled: verbs.includes('clients.read') });
  const { data: carriers = [] } = useQuery({ ...carriersQuery, enabled: verbs.includes('carriers.read') });
  const clientName = (id: string) => clients.find(({ clientId }) => clientId === id)?.name ?? id;
  const carrierName = (id: string) => carriers.find(({ carrierId }) => carrierId === id)?.name ?? id;
  const grams = (value: number | undefined) => (value === undefined ? undefined : `${count(value / 1_000)} kg`);
  return ({ providerId, service, withinDays, when = {} }) => {
    const { said } = copy;
    const { clientIds, carrierIds, countries, zone, currency = '' } = when;
    const [fromGrams, toGrams] = [grams(when.weightGramsMin), grams(when.weightGramsMax)];
    const valued = (value: number | undefined) =>
      value === undefined ? undefined : `${count(value)} ${currency}`.trim();
    const [fromValue, toValue] = [valued(when.valueMin), valued(when.valueMax)];
    const conditions = [
      countries && said.to(countries.map((code) => nameOfCountry(code, language)).join(', ')),
      zone && copy.zones[zone],
      (fromGrams ?? toGrams) && said.weight(fromGrams, toGrams),
      (fromValue ?? toValue) && said.value(fromValue, toValue),
      clientIds && said.clients(clientIds.map(clientName).join(', ')),
      carrierIds && said.carriers(carrierIds.map(carrierName).join(', ')),
    ].filter(Boolean);
    const provider = providers.find((one) => one.providerId === providerId)?.name ?? copy.gone;
    const chosen = service ?? (withinDays === undefined ? said.cheapest : said.cheapestWithin(withinDays));
    return { when: conditions.join(' · ') || copy.every, buys: `${provider}: ${chosen}` };
  };
}

const TYPING_MS = 250;

/** Shows what the rules would choose for an order. Nothing is bought. */
function TryRules() {
  const { trying: copy } = useCopy(postageCopy);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [q] = useDebouncedValue(typed, TYPING_MS);
  const { verbs } = useSession();
  const { data: found = [] } = useQuery({ ...ordersToTryQuery(q), enabled: verbs.includes('orders.read') });
  const orders = new Map(found.map((order) => [`${order.clientId} ${order.orderId}`, order]));
  const attempt = useMutation({ mutationFn: tryRules });
  return (
    <>
      <Group align="flex-end" gap="xs" mt="sm">
        <Select
          label={copy.title}
          placeholder={copy.orderHelp}
          searchable
          w={320}
          maw="100%"
          data={[...orders].map(([key, { orderId, clientName }]) => ({
            value: key,
            label: `${orderId} · ${clientName}`,
          }))}
          filter={({ options }) => options}
          value={chosen}
          onSearchChange={setTyped}
          onChange={setChosen}
        />
        <ActionButton
          verb="labels.read"
          variant="default"
          refusal={chosen === null ? copy.orderHelp : undefined}
          loading={attempt.isPending}
          onClick={() => {
            const [clientId = '', orderId = ''] = chosen?.split(' ') ?? [];
            attempt.mutate({ clientId, orderId });
          }}
        >
          {copy.act}
        </ActionButton>
      </Group>
      {attempt.error && <RequestFailure error={attempt.error} />}
      {attempt.data && <Tried result={attempt.data} />}
    </>
  );
}

function Tried({ result }: { result: TriedRules }) {
  const { trying: copy } = useCopy(postageCopy);
  const { say } = useCopy(floorSentencesCopy);
  const { count, money } = useFormats();
  const { place = 0, service, providerName = '', rate, rates, weightGrams, sentences } = result;
  const priceOf = (cost: NonNullable<typeof rate>['cost']) => cost && money(cost.amount, cost.currency);
  const chosenService = rate ? `${rate.carrier} (${rate.service})` : service;
  return (
    <Alert
      role="status"
      mt="xs"
      color={chosenService ? 'green' : 'orange'}
      title={chosenService ? copy.chosen(chosenService, priceOf(rate?.cost), place, providerName) : copy.noneChosen}
    >
      {sentences.map((sentence) => (
        <Text key={sentence.message} size="sm">
          {say(sentence)}
        </Text>
      ))}
      {weightGrams !== undefined && <Text size="sm">{copy.weight(`${count(weightGrams)} g`)}</Text>}
      {rates.length > 0 && (
        <details>
          <summary>{copy.rates}</summary>
          <HeadedTable heads={['', copy.cost, copy.delivery]}>
            {rates.map((one) => (
              <Table.Tr key={one.service}>
                <Table.Td>
                  {one.carrier} ({one.service})
                </Table.Td>
                <Table.Td>{priceOf(one.cost)}</Table.Td>
                <Table.Td>{one.days !== undefined && copy.days(count(one.days))}</Table.Td>
              </Table.Tr>
            ))}
          </HeadedTable>
        </details>
      )}
    </Alert>
  );
}
