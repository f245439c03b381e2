import { Anchor, Text } from '@mantine/core';
import { SERVER_URL } from '../../../shared/api/api-base.ts';
import { useCopy, useFormats, useLanguage } from '../../../shared/copy/copy.ts';
import { nameOfCountry } from '../../../shared/copy/country-names.ts';
import { Icon } from '../../../shared/ui/icons.tsx';
import { Facts, Section } from '../../../shared/ui/page.tsx';
import { type Address, addressLines } from './address-lines.ts';
import { FilePictures } from './file-picture.tsx';
import type { OperatorOrder, OrderKey } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { fileProblem, orderFacts } from './order-rules.ts';
import classes from './order-shipping.module.css';

const PAPERS = [
  ['shippingLabelUrl', '/shipping/shippingLabelUrl'],
  ['returnLabelUrl', '/shipping/returnLabelUrl'],
  ['packingSlip', '/packingSlip'],
] as const;

/** Shows destination, carrier, value and papers. */
export function OrderShipping({ orderKey, seen }: { orderKey: OrderKey; seen: OperatorOrder }) {
  const copy = useCopy(orderCopy);
  const formats = useFormats();
  const { order } = seen;
  const { shipping } = order;
  const address = 'address' in shipping ? shipping.address : undefined;
  const papers = PAPERS.map(([name, pointer]) => ({
    name,
    file: seen.files.find((file) => file.pointer === pointer),
    problem: fileProblem(order, pointer),
    isNamed: name in shipping || name in order,
  })).filter(({ isNamed }) => isNamed);
  return (
    <Section title={copy.shipTo}>
      {order.personalDataErased ? (
        <Text size="sm">{copy.erased(formats.moment(order.personalDataErased))}</Text>
      ) : address ? (
        <PostalAddress address={address} />
      ) : (
        <Text size="sm">{copy.ownLabel}</Text>
      )}
      <div className={classes.facts}>
        <Facts of={orderFacts(seen, copy, formats)} />
      </div>
      {papers.length > 0 && (
        <div className={classes.papers}>
          {papers.map(({ name, file, problem }) => (
            <FilePictures
              key={name}
              orderKey={orderKey}
              title={copy.papers[name]}
              files={[{ label: copy.papers[name], file, problem }]}
            />
          ))}
        </div>
      )}
      {seen.files.length > 0 && (
        <Anchor href={zipUrl(orderKey)} download size="sm">
          <Icon name="download" size={14} /> {copy.allFiles}
        </Anchor>
      )}
    </Section>
  );
}

function PostalAddress({ address }: { address: Address }) {
  const language = useLanguage();
  const { lines, rest } = addressLines(address);
  return (
    <address className={classes.address}>
      {[...lines, nameOfCountry(address.country, language)].join('\n')}
      {[...rest, address.phoneNumber, address.email].filter(Boolean).map((way) => (
        <span key={way} className={classes.way}>
          {way}
        </span>
      ))}
    </address>
  );
}

const zipUrl = ({ clientId, orderId }: OrderKey) =>
  `${SERVER_URL}/operator/v1/orders/${encodeURIComponent(clientId)}/${encodeURIComponent(orderId)}/files.zip`;
