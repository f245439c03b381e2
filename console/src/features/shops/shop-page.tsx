import { Alert, Checkbox, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ButtonLink, OrderLink } from '../../shared/ui/links.tsx';
import { Facts, HeadedTable, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { ShopReason } from '../../shared/ui/shop-reason.tsx';
import { CredentialFields, FasterOrders, keyOf, TestResult, useSaveAndTest } from './connect-page.tsx';
import { ProductMapping } from './product-mapping.tsx';
import {
  changeShop,
  deleteShop,
  messagesQuery,
  offerRates,
  SHOPS_KEY,
  type Shop,
  shopsQuery,
  testShop,
  tryMessagesAgain,
} from './shops-api.ts';
import { shopsCopy } from './shops-copy.ts';
import { hostOf, ShopBadge } from './shops-page.tsx';

const route = getRouteApi('/office/shops/$clientId/$connection');

/** Shows one shop: its state, the orders that need somebody, and the mapping of its products. */
export function ShopPage() {
  const { clientId, connection } = route.useParams();
  const copy = useCopy(shopsCopy);
  const { data: shops, error, refetch } = useQuery(shopsQuery);
  const shop = shops?.find((one) => one.clientId === clientId && one.connection === connection);
  if (!shop) return error && <RequestFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Page title={`${copy.kinds[shop.shop]} · ${shop.clientName}`} actions={<ShopActions shop={shop} />}>
      <ShopState shop={shop} />
      <StoppedOrders shop={shop} />
      <ProductMapping shop={shop} />
      <ShopSettings shop={shop} />
    </Page>
  );
}

function ShopActions({ shop }: { shop: Shop }) {
  const copy = useCopy(shopsCopy);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isEdited, setEdited] = useState(false);
  const key = keyOf(shop);
  const reload = () => queryClient.invalidateQueries({ queryKey: SHOPS_KEY });
  const start = useMutation({ mutationFn: () => changeShop(key, { state: 'ACTIVE' }), onSettled: reload });
  return (
    <>
      <ActionButton verb="shops.change" variant="default" onClick={() => setEdited(true)}>
        {copy.edit}
      </ActionButton>
      <ConfirmButton
        verb="shops.change"
        label={copy.delete}
        title={copy.deleteTitle}
        isGrave
        act={async () => {
          await deleteShop(key);
          await navigate({ to: '/shops' });
          await reload();
        }}
      >
        {copy.deleteMeans}
      </ConfirmButton>
      {shop.state === 'ACTIVE' ? (
        <ConfirmButton
          verb="shops.change"
          label={copy.stop}
          title={copy.stopTitle}
          act={() => changeShop(key, { state: 'STOPPED' }).finally(reload)}
        >
          {copy.stopMeans}
        </ConfirmButton>
      ) : (
        <ActionButton verb="shops.change" loading={start.isPending} onClick={() => start.mutate()}>
          {copy.startAgain}
        </ActionButton>
      )}
      {isEdited && <CredentialsDialog shop={shop} onClose={() => setEdited(false)} />}
    </>
  );
}

function CredentialsDialog({ shop, onClose }: { shop: Shop; onClose: () => void }) {
  const copy = useCopy(shopsCopy);
  const [fields, setFields] = useState({ shop: shop.shop, shopUrl: shop.shopUrl ?? '', user: '', secret: '' });
  const save = useSaveAndTest(shop.clientId, fields, shop, () => {});
  return (
    <Dialog
      title={copy.editTitle}
      confirm={copy.saveAndTest}
      change={save}
      error={null}
      onSubmit={save.submit}
      onClose={onClose}
    >
      <CredentialFields fields={fields} isStored onChange={setFields} save={save} />
      <TestResult test={save.data} />
    </Dialog>
  );
}

function ShopState({ shop }: { shop: Shop }) {
  const copy = useCopy(shopsCopy);
  const { say } = useCopy(floorSentencesCopy);
  const { count, moment } = useFormats();
  const { clientId, problem, contacted, lastOrder, lastReport, waiting, refused, state } = shop;
  const test = useMutation({ mutationFn: () => testShop(keyOf(shop)) });
  const last = (message: Shop['lastOrder']) =>
    message && (
      <>
        <OrderLink clientId={clientId} orderId={message.orderId} />, {moment(message.at)}
      </>
    );
  return (
    <Section
      title={copy.state}
      actions={
        <ActionButton
          verb="shops.change"
          variant="default"
          size="compact-sm"
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {copy.test}
        </ActionButton>
      }
    >
      <Stack gap="sm">
        {problem && (
          <Alert color="red" role="alert">
            {say(problem)}
          </Alert>
        )}
        {test.error && <RequestFailure error={test.error} />}
        <TestResult test={test.data} />
        {state === 'ACTIVE' && !problem && !lastOrder && refused === 0 && (
          <Alert color="blue" role="status">
            {copy.waitForFirst}
          </Alert>
        )}
        <Facts
          of={[
            [copy.state, <ShopBadge key="state" {...shop} />],
            [copy.address, hostOf(shop.shopUrl)],
            [copy.contact, contacted ? moment(contacted) : copy.never],
            [copy.lastOrder, last(lastOrder) ?? copy.noOrder],
            [copy.lastReport, last(lastReport)],
            [copy.queue, copy.queueIs(count(waiting), count(refused))],
          ]}
        />
      </Stack>
    </Section>
  );
}

/** Shows the orders that somebody must correct, with their reasons. */
function StoppedOrders({ shop }: { shop: Shop }) {
  const copy = useCopy(shopsCopy);
  const { clientId, connection, refused, unmapped } = shop;
  const queryClient = useQueryClient();
  const { data = [] } = useQuery(messagesQuery(clientId));
  const again = useMutation({
    mutationFn: () => tryMessagesAgain(keyOf(shop)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SHOPS_KEY }),
  });
  const messages = data.find((one) => one.connection === connection)?.messages ?? [];
  const stopped = messages.filter(({ state }) => state === 'refused');
  if (refused === 0 || stopped.length === 0) return null;
  return (
    <Section
      title={copy.stopped}
      actions={
        <Group gap="xs">
          <ActionButton
            verb="webhooks.change"
            variant="default"
            size="compact-sm"
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            {copy.tryAgain}
          </ActionButton>
          {unmapped > 0 && (
            <ButtonLink
              to="/shops/$clientId/$connection"
              params={{ clientId, connection }}
              search={{ filter: 'unmapped' }}
              hash="products"
              size="compact-sm"
            >
              {copy.mapNow}
            </ButtonLink>
          )}
        </Group>
      }
    >
      {again.error && <RequestFailure error={again.error} isChange />}
      <Text size="sm" mb="xs">
        {copy.stoppedMeans}
      </Text>
      <HeadedTable heads={[{ label: copy.order, w: 220 }, copy.why]} minWidth={520}>
        {stopped.map(({ orderId, direction, reason }) => (
          <Table.Tr key={`${orderId} ${direction}`} data-message={orderId}>
            <Table.Td>{orderId}</Table.Td>
            <Table.Td>
              <ShopReason reason={reason} />
            </Table.Td>
          </Table.Tr>
        ))}
      </HeadedTable>
    </Section>
  );
}

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'CAD', 'AUD', 'SEK', 'DKK', 'NOK', 'PLN', 'CZK'];
const SETTINGS = ['sendsStock', 'notifiesCustomer', 'takesTestOrders'] as const;

function ShopSettings({ shop }: { shop: Shop }) {
  const copy = useCopy(shopsCopy);
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (settings: Partial<Shop['settings']>) => changeShop(keyOf(shop), { settings }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SHOPS_KEY }),
  });
  const names = SETTINGS.filter((name) => name !== 'takesTestOrders' || shop.shop === 'shopify');
  return (
    <Section title={copy.settings}>
      <Stack gap="sm" maw={680}>
        {change.error && <RequestFailure error={change.error} isChange />}
        <Group gap="lg">
          {names.map((name) => (
            <Checkbox
              key={name}
              label={copy[name]}
              checked={shop.settings[name]}
              disabled={change.isPending}
              onChange={({ currentTarget: { checked } }) => change.mutate({ [name]: checked })}
            />
          ))}
        </Group>
        {shop.shop === 'shopify' && <OfferedRates shop={shop} />}
        {shop.shop === 'orderdesk' && (
          <NativeSelect
            label={copy.currency}
            maw={320}
            value={shop.settings.currency}
            data={CURRENCIES}
            disabled={change.isPending}
            onChange={({ currentTarget: { value } }) => change.mutate({ currency: value })}
          />
        )}
        {shop.newsUrl && <FasterOrders shop={shop.shop} newsUrl={shop.newsUrl} />}
      </Stack>
    </Section>
  );
}

function OfferedRates({ shop }: { shop: Shop }) {
  const copy = useCopy(shopsCopy);
  const { say } = useCopy(floorSentencesCopy);
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (isOffered: boolean) => offerRates(keyOf(shop), isOffered),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SHOPS_KEY }),
  });
  return (
    <>
      {change.error && <RequestFailure error={change.error} isChange />}
      <Checkbox
        label={copy.offersRates}
        description={copy.offersRatesMeans}
        checked={shop.settings.offersRates}
        disabled={change.isPending}
        onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
      />
      {change.data?.sentence && (
        <Alert color="red" role="status">
          {say(change.data.sentence)}
        </Alert>
      )}
    </>
  );
}
