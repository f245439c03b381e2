import { Alert, Badge, Group, Stack, Table, Tabs, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { SearchField } from '../../shared/list/search-field.tsx';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { HeadedTable, ListResult, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { MapDialog } from './map-dialog.tsx';
import classes from './product-mapping.module.css';
import {
  acceptProposals,
  mapProduct,
  PRODUCT_FILTERS,
  readProducts,
  SHOPS_KEY,
  type Shop,
  type ShopKey,
  type ShopProduct,
  type ShopSearch,
  shopProductsQuery,
  type Target,
} from './shops-api.ts';
import { shopsCopy } from './shops-copy.ts';

const route = getRouteApi('/office/shops/$clientId/$connection');

/** Maps the products of a shop to products and blanks. */
export function ProductMapping({ shop: { clientId, connection, products, unmapped, withoutSku } }: { shop: Shop }) {
  const copy = useCopy(shopsCopy);
  const { count } = useFormats();
  const key = { clientId, connection };
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [edited, setEdited] = useState<ShopProduct>();
  const list = useQuery(shopProductsQuery(key, search));
  const filter = (changes: ShopSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as ShopSearch, replace: true });
  const isEmpty = unmapped === 0 && products > 0 && search.q === undefined;
  return (
    <div id="products">
      <Section title={copy.mapping} actions={<MappingActions of={key} />}>
        <Stack gap="sm">
          <Text size="sm">{copy.mappingMeans}</Text>
          {withoutSku > 0 && <Alert color="yellow">{copy.withoutSku(count(withoutSku))}</Alert>}
          <Tabs
            value={search.filter ?? 'unmapped'}
            onChange={(value) => filter({ filter: value as ShopSearch['filter'] })}
          >
            <Tabs.List aria-label={copy.mapping}>
              {PRODUCT_FILTERS.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {copy.filters[name]} {name === 'unmapped' && count(unmapped)} {name === 'all' && count(products)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
          <SearchField label={copy.search} value={search.q} onChange={(q) => filter({ q })} maw={360} />
          <ListResult
            query={list}
            to={'/shops/$clientId/$connection' as '/orders'}
            search={search}
            none={<Text size="sm">{isEmpty ? copy.allMapped : copy.noProduct}</Text>}
          >
            {(rows, isOld) => (
              <HeadedTable
                heads={[
                  { label: '', w: 56 },
                  copy.inShop,
                  copy.inPlaten,
                  { label: '', 'aria-label': copy.actions, w: 220 },
                ]}
                minWidth={640}
                isOld={isOld}
              >
                {rows.map((product) => (
                  <ProductRow key={product.sku} of={key} product={product} onEdit={() => setEdited(product)} />
                ))}
              </HeadedTable>
            )}
          </ListResult>
        </Stack>
      </Section>
      {edited && <MapDialog of={key} product={edited} onClose={() => setEdited(undefined)} />}
    </div>
  );
}

function MappingActions({ of }: { of: ShopKey }) {
  const copy = useCopy(shopsCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const [told, setTold] = useState<string>();
  const reload = () => queryClient.invalidateQueries({ queryKey: SHOPS_KEY });
  const read = useMutation({
    mutationFn: () => readProducts(of),
    onSuccess: () => setTold(copy.readSoon),
    onSettled: reload,
  });
  return (
    <Group gap="xs">
      {told && (
        <Text size="sm" role="status">
          {told}
        </Text>
      )}
      <ActionButton
        verb="shops.map"
        variant="default"
        size="compact-sm"
        loading={read.isPending}
        onClick={() => read.mutate()}
      >
        {copy.readAgain}
      </ActionButton>
      <ConfirmButton
        verb="shops.map"
        size="compact-sm"
        variant="filled"
        label={copy.acceptAll}
        title={copy.acceptTitle}
        act={async () => {
          const { mapped } = await acceptProposals(of);
          setTold(copy.accepted(count(mapped)));
          await reload();
        }}
      >
        {copy.acceptMeans}
      </ConfirmButton>
    </Group>
  );
}

interface ProductRowProps {
  of: ShopKey;
  product: ShopProduct;
  onEdit: () => void;
}

function ProductRow({ of, product, onEdit }: ProductRowProps) {
  const copy = useCopy(shopsCopy);
  const queryClient = useQueryClient();
  const { sku, name, barcode, pictureUrl, target, targetName, proposal, proposalName } = product;
  const accept = useMutation({
    mutationFn: (proposed: Target) => mapProduct(of, sku, proposed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SHOPS_KEY }),
  });
  const small = { verb: 'shops.map', size: 'compact-sm', variant: 'default' } as const;
  return (
    <Table.Tr data-sku={sku}>
      <Table.Td>
        <Picture url={pictureUrl} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {[sku, barcode].filter(Boolean).join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {accept.error && <RequestFailure error={accept.error} isChange />}
        <ShownTarget target={target ?? proposal} name={targetName ?? proposalName} isProposal={!target} />
      </Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {proposal && (
            <ActionButton
              {...small}
              aria-label={copy.of(copy.accept, name)}
              loading={accept.isPending}
              onClick={() => accept.mutate(proposal)}
            >
              {copy.accept}
            </ActionButton>
          )}
          <ActionButton {...small} aria-label={copy.of(target ? copy.change : copy.map, name)} onClick={onEdit}>
            {target ? copy.change : copy.map}
          </ActionButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function ShownTarget(props: { target: Target | undefined; name: string | undefined; isProposal: boolean }) {
  const { target, name, isProposal } = props;
  const copy = useCopy(shopsCopy);
  const { count } = useFormats();
  if (!target) return <Badge color="gray">{copy.notMapped}</Badge>;
  if ('ignore' in target) return <Text size="sm">{copy.ignored}</Text>;
  const prints = 'sku' in target ? (target.prints?.length ?? 0) : 0;
  return (
    <>
      <Group gap="xs">
        <Text size="sm">{name}</Text>
        {isProposal && <Badge color="blue">{copy.proposal}</Badge>}
      </Group>
      <Text size="xs" c="dimmed" ff="monospace">
        {'sku' in target ? target.sku : target.ean13} {prints > 0 && copy.prints(count(prints))}
      </Text>
    </>
  );
}

function Picture({ url }: { url: string | undefined }) {
  const [broken, setBroken] = useState<string>();
  return (
    <div className={classes.picture}>
      {url !== undefined && url !== broken ? (
        // The name is beside it.
        <img src={url} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setBroken(url)} />
      ) : (
        <Icon name="image" size={16} />
      )}
    </div>
  );
}
