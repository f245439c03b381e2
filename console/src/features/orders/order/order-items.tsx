import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { usePlaceName } from '../../../shared/copy/parts-copy.ts';
import { AnchorLink } from '../../../shared/ui/links.tsx';
import { Section } from '../../../shared/ui/page.tsx';
import { VariantName } from '../../../shared/ui/variant-name.tsx';
import { FilePictures, type ShownFile } from './file-picture.tsx';
import type { OperatorOrder, OrderKey } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import classes from './order-items.module.css';
import { fileProblem } from './order-rules.ts';

type OrderItemsProps = { orderKey: OrderKey; seen: OperatorOrder };

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
            <Group gap="2px 12px" justify="space-between">
              <Text fw={600} className={classes.name}>
                <span className={classes.quantity}>{copy.quantity(count(item.quantity))}</span>
                <ItemName item={item} />
              </Text>
              {item.unitPrice !== undefined && unitPriceCurrency && (
                <Text size="sm" c="dimmed" flex="none">
                  {copy.each(money(item.unitPrice, unitPriceCurrency))}
                  {item.quantity > 1 && ` = ${money(item.unitPrice * item.quantity, unitPriceCurrency)}`}
                </Text>
              )}
            </Group>
            {'customProduct' in item && (
              <Custom
                orderKey={orderKey}
                seen={seen}
                product={item.customProduct}
                at={`/items/${index}/customProduct`}
              />
            )}
            <ArticleNotes seen={seen} item={item} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

export function ItemName({ item }: { item: Item }) {
  return 'customProduct' in item ? (
    <VariantName kind="ARTICLE" code={item.customProduct.sku} />
  ) : (
    <VariantName kind="PRODUCT" code={item.existingProduct.ean13} />
  );
}

/** Shows the prints, each beside its quality-control picture. */
function Custom({ orderKey, seen, product, at }: OrderItemsProps & { product: CustomProduct; at: string }) {
  const copy = useCopy(orderCopy);
  const { prints = [], customizations = [] } = product;
  const shownAt = (label: string, pointer: string, url: string | undefined): ShownFile[] =>
    url === undefined
      ? []
      : [
          {
            label,
            file: seen.files.find((file) => file.pointer === pointer),
            problem: fileProblem(seen.order, pointer),
          },
        ];
  const control = (within: string, url: string | undefined) =>
    shownAt(copy.qualityControl, `${within}/qualityControlImageUrl`, url);
  const ofWhole = control(at, product.qualityControlImageUrl);
  // The picture of the whole product belongs to its only print.
  const isOfPrint = prints.length === 1 && prints[0]?.qualityControlImageUrl === undefined;
  const nameOfPlace = usePlaceName();
  const place = ({ location, technology }: { location: string; technology: string }) =>
    `${nameOfPlace(location)} ${nameOfPlace(technology)}`;
  return (
    <div className={classes.prints}>
      {prints.map((print, index) => {
        const within = `${at}/prints/${index}`;
        return (
          <Pictured
            key={within}
            orderKey={orderKey}
            name={nameOfPlace(print.location)}
            technology={nameOfPlace(print.technology)}
            title={`${product.sku} · ${place(print)}`}
            files={[
              ...shownAt(copy.artwork, `${within}/dataUrl`, print.dataUrl),
              ...control(within, print.qualityControlImageUrl),
              ...(isOfPrint ? ofWhole : []),
            ]}
          />
        );
      })}
      {customizations.map((customization, index) => (
        <Pictured
          // biome-ignore lint/suspicious/noArrayIndexKey: its place is what names it, and the order stays as it is.
          key={`${at}/customizations/${index}`}
          orderKey={orderKey}
          name={<CustomizationName {...customization} />}
          technology={nameOfPlace(customization.technology)}
          title={`${customization.sku} · ${place(customization)}`}
          files={control(`${at}/customizations/${index}`, customization.qualityControlImageUrl)}
        />
      ))}
      {!isOfPrint && ofWhole.length > 0 && (
        <Pictured orderKey={orderKey} name={copy.whole} title={product.sku} files={ofWhole} />
      )}
    </div>
  );
}

function CustomizationName({ sku, location }: { sku: string; location: string }) {
  const nameOfPlace = usePlaceName();
  return (
    <>
      <VariantName kind="ARTICLE" code={sku} /> · {nameOfPlace(location)}
    </>
  );
}

interface PicturedProps {
  orderKey: OrderKey;
  name: ReactNode;
  technology?: string;
  title: string;
  files: readonly ShownFile[];
}

/** Shows a print or customization with its pictures. */
function Pictured({ orderKey, name, technology, title, files }: PicturedProps) {
  return (
    <figure className={classes.print}>
      <figcaption>
        {name}
        {technology && <Badge variant="default">{technology}</Badge>}
      </figcaption>
      {files.length > 0 && <FilePictures orderKey={orderKey} title={title} files={files} />}
    </figure>
  );
}

/** Shows the notes about the articles of an item. */
function ArticleNotes({ seen, item }: { seen: OperatorOrder; item: Item }) {
  const copy = useCopy(orderCopy);
  if (!('customProduct' in item)) return null;
  const { sku, customizations = [] } = item.customProduct;
  const skus = [sku, ...customizations.map((one) => one.sku)];
  const notes = seen.articleNotes.filter((note) => note.skus.some((one) => skus.includes(one)));
  return notes.map(({ noteId, text, manufacturerCode, authorName }) => (
    <div key={noteId} className={classes.note}>
      <p>{text}</p>
      <Text size="xs" c="dimmed">
        {copy.ofArticle}{' '}
        <AnchorLink to="/catalogue/articles/$manufacturerCode" params={{ manufacturerCode }} size="xs">
          {manufacturerCode}
        </AnchorLink>
        {authorName && ` · ${authorName}`}
      </Text>
    </div>
  ));
}
