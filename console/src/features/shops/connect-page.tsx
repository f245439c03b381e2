import { Alert, Group, List, PasswordInput, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ClientSelect } from '../../shared/ui/client-select.tsx';
import { CopyField } from '../../shared/ui/copy-field.tsx';
import { Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import {
  changeShop,
  SHOP_KINDS,
  SHOPS_KEY,
  type Shop,
  type ShopFields,
  type ShopKind,
  type ShopTest,
  saveShop,
  shopsQuery,
  testShop,
} from './shops-api.ts';
import { shopsCopy } from './shops-copy.ts';

const NOTHING: ShopFields = { shop: 'shopify', shopUrl: '', user: '', secret: '' };

/** Connects a shop in three steps. */
export function ConnectPage() {
  const copy = useCopy(shopsCopy);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [clientId, setClientId] = useState<string>();
  const [fields, setFields] = useState(NOTHING);
  const [saved, setSaved] = useState<Shop>();
  const { shop } = fields;
  const save = useSaveAndTest(clientId, fields, saved, setSaved);
  const start = useMutation({
    mutationFn: (key: Shop) => changeShop(keyOf(key), { state: 'ACTIVE' }),
    onSuccess: async (started) => {
      // The page that follows needs the new shop.
      await queryClient.fetchQuery({ ...shopsQuery, staleTime: 0 });
      await navigate({ to: '/shops/$clientId/$connection', params: keyOf(started) });
    },
  });
  const works = save.data?.works === true;
  return (
    <Page title={copy.connect}>
      <Section title={copy.which}>
        <KindRadios
          value={shop}
          isFixed={saved !== undefined}
          onChange={(kind) => setFields({ ...NOTHING, shop: kind })}
        />
        <Text size="sm" mt="sm">
          {copy.etsy}
        </Text>
      </Section>
      <Section title={copy.step(1, copy.steps.open)}>
        <Steps lines={copy.open[shop]} />
      </Section>
      <Section title={copy.step(2, copy.steps.enter)}>
        <Stack gap="sm" maw={560}>
          <ClientSelect
            label={copy.ofClient}
            value={clientId}
            disabled={saved !== undefined}
            onChange={setClientId}
            error={save.isTried && !clientId && copy.needed}
          />
          <CredentialFields fields={fields} isStored={saved !== undefined} onChange={setFields} save={save} />
          <TestResult test={save.data} />
          <Group>
            <ActionButton
              verb="shops.change"
              variant={works ? 'default' : 'filled'}
              loading={save.isPending}
              onClick={save.submit}
            >
              {copy.saveAndTest}
            </ActionButton>
          </Group>
        </Stack>
      </Section>
      <Section title={copy.step(3, copy.steps.start)}>
        <Stack gap="sm" maw={680}>
          <Text size="sm">{shop === 'orderdesk' ? copy.startMeansOrderDesk : copy.startMeans}</Text>
          {saved?.newsUrl && <FasterOrders shop={shop} newsUrl={saved.newsUrl} />}
          {start.error && <RequestFailure error={start.error} isChange />}
          <Group>
            <ActionButton
              verb="shops.change"
              refusal={works ? undefined : copy.testFirst}
              loading={start.isPending}
              onClick={() => saved && start.mutate(saved)}
            >
              {copy.start}
            </ActionButton>
          </Group>
        </Stack>
      </Section>
    </Page>
  );
}

export const keyOf = ({ clientId, connection }: Shop) => ({ clientId, connection });

type Save = ReturnType<typeof useSaveAndTest>;

/** Saves the fields, then tests the connection. A connection that was saved is changed the next time. */
export function useSaveAndTest(
  clientId: string | undefined,
  fields: ShopFields,
  saved: Shop | undefined,
  onSaved: (shop: Shop) => void,
) {
  const queryClient = useQueryClient();
  const [isTried, setTried] = useState(false);
  const { shop, shopUrl, user, secret } = fields;
  const missing = {
    shopUrl: shop !== 'orderdesk' && !shopUrl.trim(),
    user: shop !== 'shopify' && !saved && !user.trim(),
    secret: !saved && !secret.trim(),
  };
  const change = useMutation({
    mutationFn: async (): Promise<ShopTest> => {
      const stored = await saveShop(clientId ?? '', fields, saved && keyOf(saved));
      onSaved(stored);
      return testShop(keyOf(stored));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: SHOPS_KEY }),
  });
  const submit = () => {
    setTried(true);
    if (clientId && !Object.values(missing).includes(true)) change.mutate();
  };
  const copy = useCopy(shopsCopy);
  const say = ({ pointer, message }: { pointer: string; message: string }) =>
    pointer === '/shopUrl' ? copy.wrongAddress : pointer === '/credentials/secret' ? copy.secretAgain : message;
  return { ...change, isTried, missing, submit, faults: violationsByField(change.error, say) };
}

interface KindRadiosProps {
  value: ShopKind;
  isFixed: boolean;
  onChange: (kind: ShopKind) => void;
}

function KindRadios({ value, isFixed, onChange }: KindRadiosProps) {
  const copy = useCopy(shopsCopy);
  return (
    <Radio.Group aria-label={copy.which} value={value} onChange={(kind) => onChange(kind as ShopKind)}>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
        {SHOP_KINDS.map((kind) => (
          <Radio
            key={kind}
            value={kind}
            label={copy.kinds[kind]}
            description={copy.hints[kind]}
            disabled={isFixed && kind !== value}
          />
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

/** Shows numbered lines. A line with a value has a button that copies it. */
function Steps({ lines }: { lines: readonly (string | { label: string; value: string })[] }) {
  return (
    <List
      type="ordered"
      size="sm"
      spacing="xs"
      maw={680}
      styles={{ itemWrapper: { display: 'block' }, itemLabel: { display: 'block' } }}
    >
      {lines.map((line) => (
        <List.Item key={typeof line === 'string' ? line : line.label}>
          {typeof line === 'string' ? line : <CopyField {...line} />}
        </List.Item>
      ))}
    </List>
  );
}

interface CredentialFieldsProps {
  fields: ShopFields;
  /** Whether credentials are stored. Empty ones then stay. */
  isStored: boolean;
  onChange: (fields: ShopFields) => void;
  save: Save;
}

export function CredentialFields({ fields, isStored, onChange, save }: CredentialFieldsProps) {
  const copy = useCopy(shopsCopy);
  const { shop } = fields;
  const { isTried, missing, faults } = save;
  const fault = (name: 'shopUrl' | 'user' | 'secret') =>
    faults[name === 'shopUrl' ? name : `credentials.${name}`] ?? (isTried && missing[name] ? copy.needed : undefined);
  return (
    <>
      {save.error && Object.keys(faults).length === 0 && <RequestFailure error={save.error} isChange />}
      {shop !== 'orderdesk' && (
        <TextInput
          label={copy.address}
          placeholder={copy.addresses[shop]}
          value={fields.shopUrl}
          onChange={({ currentTarget }) => onChange({ ...fields, shopUrl: currentTarget.value })}
          error={fault('shopUrl')}
        />
      )}
      <TextInput
        label={copy.users[shop]}
        autoComplete="off"
        value={fields.user}
        onChange={({ currentTarget }) => onChange({ ...fields, user: currentTarget.value })}
        error={fault('user')}
      />
      <PasswordInput
        label={copy.secrets[shop]}
        description={isStored ? copy.storedSecret : shop === 'shopify' ? copy.tokenHelp : undefined}
        autoComplete="off"
        value={fields.secret}
        onChange={({ currentTarget }) => onChange({ ...fields, secret: currentTarget.value })}
        error={fault('secret')}
      />
    </>
  );
}

export function TestResult({ test }: { test: ShopTest | undefined }) {
  const copy = useCopy(shopsCopy);
  const { say } = useCopy(floorSentencesCopy);
  if (!test) return null;
  return (
    <Alert role="status" color={test.works ? 'green' : 'red'} title={test.works ? undefined : copy.fails}>
      {test.works ? copy.works : test.sentence && say(test.sentence)}
    </Alert>
  );
}

export function FasterOrders({ shop, newsUrl }: { shop: ShopKind; newsUrl: string }) {
  const copy = useCopy(shopsCopy);
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {copy.faster}
      </Text>
      <Text size="sm">{copy.fasterSteps[shop]}</Text>
      <CopyField label={copy.newsUrl} value={newsUrl} />
    </Stack>
  );
}
