import { Badge, Group, Table, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { CursorPager } from '../../shared/ui/cursor-pager.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { clientsOfProductQuery, productQuery } from './catalogue-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';
import { CustomsSection } from './customs-section.tsx';
import { ProductPicture } from './product-picture.tsx';
import { VariantsTable } from './variants-table.tsx';

const route = getRouteApi('/office/catalogue/products/$productId');

/** What is this product, how many are there, and who may order it? */
export function ProductPage() {
  const copy = useCopy(catalogueCopy);
  const { productId } = route.useParams();
  const { data: product } = useSuspenseQuery(productQuery(productId));
  const pictures = product.previewImageUrls.length === 0 ? [undefined] : product.previewImageUrls;
  return (
    <Page title={product.name}>
      <Section title={productId}>
        <Group gap="sm">
          {pictures.map((url) => (
            <ProductPicture key={url ?? ''} url={url} name={product.name} size="large" />
          ))}
        </Group>
      </Section>
      <CustomsSection
        owner={{ kind: 'product', code: productId }}
        customs={product}
        variants={product.variants.map((one) => ({
          ...one,
          owner: { kind: 'productVariant', code: one.ean13 },
        }))}
      />
      <Section title={copy.variants}>
        <VariantsTable
          code={copy.columns.ean13}
          kind="PRODUCT"
          variants={product.variants.map(({ ean13, ...rest }) => ({ code: ean13, ...rest }))}
        />
      </Section>
      <Section title={copy.clients}>
        <Clients productId={productId} />
      </Section>
    </Page>
  );
}

function Clients({ productId }: { productId: string }) {
  const copy = useCopy(catalogueCopy);
  const search = route.useSearch();
  const { data, error, refetch } = useQuery(clientsOfProductQuery(productId, search.cursor));
  if (error) return <RequestFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.clients.length === 0) return <Text size="sm">{copy.noClients}</Text>;
  return (
    <>
      <Table>
        <Table.Tbody>
          {data.clients.map(({ clientId, name, mode, status }) => (
            <Table.Tr key={clientId}>
              <Table.Td>
                <AnchorLink to="/clients/$clientId" params={{ clientId }} size="sm">
                  {name}
                </AnchorLink>
              </Table.Td>
              <Table.Td ta="right">
                <Group gap="xs" justify="flex-end">
                  {mode === 'sandbox' && <Badge variant="light">{copy.sandbox}</Badge>}
                  {status === 'disabled' && (
                    <Badge variant="light" color="gray">
                      {copy.disabled}
                    </Badge>
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <CursorPager
        to={`/catalogue/products/${encodeURIComponent(productId)}`}
        search={search}
        next={data.next}
      />
    </>
  );
}
