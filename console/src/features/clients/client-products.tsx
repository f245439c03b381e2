import { Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { ChangeFailure, RequestFailure } from '../../shared/ui/page.tsx';
import { assignProduct, productsQuery, type SeenClient, withdrawProduct } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

/** Delay of the search after typing. */
const TYPING_MS = 250;
/** Shorter lists have no search. */
const SEARCH_FROM = 10;

type ClientProductsProps = { seen: SeenClient; onChanged: () => Promise<void> };

export function ClientProducts({ seen, onChanged }: ClientProductsProps) {
  const copy = useCopy(clientsCopy);
  const { count } = useFormats();
  const { clientId, products, productVariants } = seen.content;
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { data, error, refetch } = useQuery(productsQuery(clientId, q));
  return (
    <Stack gap="sm">
      <Text size="sm">
        {copy.productsAre(count(products), count(productVariants))} {copy.productsMeans}
      </Text>
      {products > SEARCH_FROM && (
        <TextInput
          aria-label={copy.findProduct}
          placeholder={copy.findProduct}
          maw={320}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && data.rows.length > 0 && (
        <Table aria-label={copy.productsTitle}>
          <Table.Tbody>
            {data.rows.map(({ productId, name, variants }) => (
              <Table.Tr key={productId} data-product={productId}>
                <Table.Td>
                  <AnchorLink to="/catalogue/products/$productId" params={{ productId }} size="sm">
                    {name}
                  </AnchorLink>{' '}
                  <Text span size="sm" c="dimmed">
                    {productId}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">{copy.variantsOf(count(variants), variants === 1)}</Table.Td>
                <Table.Td ta="right">
                  <ConfirmButton
                    verb="clients.contracts"
                    size="compact-sm"
                    label={copy.withdraw}
                    aria-label={copy.withdrawTitle(productId)}
                    title={copy.withdrawTitle(productId)}
                    isGrave
                    act={() => withdrawProduct(seen, productId).then(onChanged)}
                  >
                    {copy.withdrawMeans}
                  </ConfirmButton>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {data?.next && <Text size="sm">{copy.moreProducts}</Text>}
      <AssignProduct seen={seen} onChanged={onChanged} />
    </Stack>
  );
}

function AssignProduct({ seen, onChanged }: ClientProductsProps) {
  const copy = useCopy(clientsCopy);
  const [typed, setTyped] = useState('');
  const productId = typed.trim();
  const assign = useMutation({
    mutationFn: (id: string) => assignProduct(seen, id),
    onSuccess: async () => {
      setTyped('');
      await onChanged();
    },
  });
  return (
    <>
      <ChangeFailure error={assign.error} />
      <Group gap="xs" align="flex-end">
        <TextInput
          label={copy.productId}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ActionButton
          verb="clients.contracts"
          variant="default"
          refusal={productId === '' ? copy.productIdFirst : undefined}
          loading={assign.isPending}
          onClick={() => assign.mutate(productId)}
        >
          {copy.assign}
        </ActionButton>
        {assign.isSuccess && (
          <Text size="sm" role="status">
            {copy.assigned(assign.variables)}
          </Text>
        )}
      </Group>
    </>
  );
}
