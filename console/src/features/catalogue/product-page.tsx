import { Group } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { Page, Section } from '../../shared/ui/page.tsx';
import { clientsOfProductQuery, productQuery } from './catalogue-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';
import { ClientsList } from './clients-list.tsx';
import { CustomsSection } from './customs-section.tsx';
import { ProductPicture } from './product-picture.tsx';
import { VariantsTable } from './variants-table.tsx';

const route = getRouteApi('/office/catalogue/products/$productId');

export function ProductPage() {
  const copy = useCopy(catalogueCopy);
  const { productId } = route.useParams();
  const search = route.useSearch();
  const { data: product } = useSuspenseQuery(productQuery(productId));
  const clients = useQuery(clientsOfProductQuery(productId, search.cursor));
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
        variants={product.variants.map((one) => ({ ...one, owner: { kind: 'productVariant', code: one.ean13 } }))}
      />
      <Section title={copy.variants}>
        <VariantsTable
          code={copy.columns.ean13}
          kind="PRODUCT"
          variants={product.variants.map(({ ean13, ...rest }) => ({ code: ean13, ...rest }))}
        />
      </Section>
      <Section title={copy.clients}>
        <ClientsList
          query={clients}
          to={`/catalogue/products/${encodeURIComponent(productId)}`}
          search={search}
          none={copy.noClients}
        />
      </Section>
    </Page>
  );
}
