import { Table } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import type { ListedProduct } from './catalogue-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';
import { NothingFound } from './nothing-found.tsx';
import { ProductPicture } from './product-picture.tsx';

interface ProductsTableProps {
  products: ListedProduct[];
  /** What was searched for. */
  q: string | undefined;
  /** It is the page before, while the next is on its way. */
  isOld: boolean;
  onClear: () => void;
}

export function ProductsTable({ products, q, isOld, onClear }: ProductsTableProps) {
  const copy = useCopy(catalogueCopy);
  const { count } = useFormats();
  if (products.length === 0) return <NothingFound q={q} onClear={onClear} />;
  return (
    <Table opacity={isOld ? 0.5 : 1} aria-busy={isOld}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={64}>{copy.columns.picture}</Table.Th>
          <Table.Th>{copy.columns.product}</Table.Th>
          <Table.Th w="60%">{copy.columns.name}</Table.Th>
          <Table.Th ta="right">{copy.columns.variants}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {products.map(({ productId, name, variants, previewImageUrls: [picture] }) => (
          <Table.Tr key={productId} data-product={productId}>
            <Table.Td>
              <ProductPicture url={picture} name={name} size="small" />
            </Table.Td>
            <Table.Td>
              <AnchorLink
                to="/catalogue/products/$productId"
                params={{ productId }}
                className={tableText.code}
                ff="monospace"
                size="sm"
              >
                {productId}
              </AnchorLink>
            </Table.Td>
            <Table.Td>
              <span className={tableText.name} title={name}>
                {name}
              </span>
            </Table.Td>
            <Table.Td ta="right">{count(variants)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
