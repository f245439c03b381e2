import { Badge, Group, Text } from '@mantine/core';
import { useCopy } from '../../../shared/copy/copy.ts';
import { useFormats } from '../../../shared/copy/formats.ts';
import { Section } from '../../../shared/ui/section.tsx';
import { FilePicture } from './file-picture.tsx';
import { fileProblem } from './file-problem.ts';
import type { OperatorOrder, OrderKey } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import classes from './order-items.module.css';

interface OrderItemsProps {
  orderKey: OrderKey;
  seen: OperatorOrder;
}

type Item = OperatorOrder['order']['items'][number];
type CustomProduct = Extract<Item, { customProduct: unknown }>['customProduct'];

export function OrderItems({ orderKey, seen }: OrderItemsProps) {
  const copy = useCopy(orderCopy);
  const { count, money } = useFormats();
  const { items, unitPriceCurrency } = seen.order;
  return (
    <Section title={copy.items}>
      <ol className={classes.items}>
        {items.map((item, index) => (
          <li key={item.id} className={classes.item}>
            <Group gap="sm" justify="space-between" wrap="nowrap" align="baseline">
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                <span className={classes.quantity}>{copy.quantity(count(item.quantity))}</span>
                {nameOf(item)}
              </Text>
              {item.unitPrice !== undefined && unitPriceCurrency && (
                <Text size="sm" c="dimmed" flex="none">
                  {copy.each(money(item.unitPrice, unitPriceCurrency))}
                </Text>
              )}
            </Group>
            {'customProduct' in item ? (
              <Custom
                orderKey={orderKey}
                seen={seen}
                product={item.customProduct}
                at={`/items/${index}/customProduct`}
              />
            ) : (
              <Text size="sm" c="dimmed">
                EAN {item.existingProduct.ean13}
              </Text>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** What people call it. */
export function nameOf(item: Item): string {
  return 'customProduct' in item ? item.customProduct.sku : item.existingProduct.name;
}

/** Its prints, each beside the picture that quality control compares it with. */
function Custom({ orderKey, seen, product, at }: OrderItemsProps & { product: CustomProduct; at: string }) {
  const copy = useCopy(orderCopy);
  const { prints = [], customizations = [] } = product;
  const fileAt = (pointer: string) => ({
    file: seen.files.find((file) => file.pointer === pointer),
    problem: fileProblem(seen.order, pointer),
  });
  return (
    <>
      <div className={classes.prints}>
        {prints.map((print, index) => (
          <figure key={`${print.location} ${print.technology}`} className={classes.print}>
            <figcaption>
              {print.location} <Badge variant="default">{print.technology}</Badge>
            </figcaption>
            <div className={classes.pictures}>
              <FilePicture
                orderKey={orderKey}
                label={copy.artwork}
                {...fileAt(`${at}/prints/${index}/dataUrl`)}
              />
              {print.qualityControlImageUrl && (
                <FilePicture
                  orderKey={orderKey}
                  label={copy.qualityControl}
                  {...fileAt(`${at}/prints/${index}/qualityControlImageUrl`)}
                />
              )}
            </div>
          </figure>
        ))}
        {product.qualityControlImageUrl && (
          <figure className={classes.print}>
            <figcaption>{copy.qualityControl}</figcaption>
            <FilePicture
              orderKey={orderKey}
              label={copy.qualityControl}
              {...fileAt(`${at}/qualityControlImageUrl`)}
            />
          </figure>
        )}
      </div>
      {customizations.length > 0 && (
        <Text size="sm">
          {copy.customizations}:{' '}
          {customizations
            .map(({ sku, location, technology }) => `${sku} (${location}, ${technology})`)
            .join('; ')}
        </Text>
      )}
    </>
  );
}
