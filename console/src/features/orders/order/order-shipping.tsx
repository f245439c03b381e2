import { Anchor, Text } from '@mantine/core';
import { formatAddress } from 'localized-address-format';
import { SERVER_URL } from '../../../shared/api/api-base.ts';
import { useCopy } from '../../../shared/copy/copy.ts';
import { useFormats } from '../../../shared/copy/formats.ts';
import { useLanguage } from '../../../shared/copy/language.ts';
import { Icon } from '../../../shared/ui/icons.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { FilePicture } from './file-picture.tsx';
import { fileProblem } from './file-problem.ts';
import type { OperatorOrder, OrderKey } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import classes from './order-shipping.module.css';

type Address = Extract<OperatorOrder['order']['shipping'], { address: unknown }>['address'];

const PAPERS = [
  ['shippingLabelUrl', '/shipping/shippingLabelUrl'],
  ['returnLabelUrl', '/shipping/returnLabelUrl'],
  ['packingSlip', '/packingSlip'],
] as const;

/** Where it goes, how, what it is worth, and the papers that go with it. */
export function OrderShipping({ orderKey, seen }: { orderKey: OrderKey; seen: OperatorOrder }) {
  const copy = useCopy(orderCopy);
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
      {address ? <PostalAddress address={address} /> : <Text size="sm">{copy.ownLabel}</Text>}
      <dl className={classes.facts}>
        {address && (
          <>
            <dt>{copy.carrier}</dt>
            <dd>{('carrierId' in shipping && shipping.carrierId) || copy.noCarrier}</dd>
          </>
        )}
        <dt>{copy.value}</dt>
        <dd>{useValue(order) ?? copy.noValue}</dd>
      </dl>
      {papers.length > 0 && (
        <div className={classes.papers}>
          {papers.map(({ name, file, problem }) => (
            <FilePicture
              key={name}
              orderKey={orderKey}
              label={copy.papers[name]}
              file={file}
              problem={problem}
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
  const { personName, company, street, addressLine2, city, postalCode, country, state } = address;
  const lines = formatAddress({
    postalCountry: COUNTRY_OF[country] ?? country,
    name: personName ?? '',
    organization: company ?? '',
    addressLines: [street, addressLine2].filter((line) => line !== undefined),
    locality: city,
    postalCode: postalCode ?? '',
    administrativeArea: state ?? '',
  });
  return (
    <address className={classes.address}>
      {[...lines, nameOfCountry(country, language)].join('\n')}
      {[address.phoneNumber, address.email].filter(Boolean).map((way) => (
        <span key={way} className={classes.way}>
          {way}
        </span>
      ))}
    </address>
  );
}

/** Codes that orders may use for a country, or a part of one, whose addresses are written like these. */
const COUNTRY_OF: Readonly<Record<string, string>> = { UK: 'GB', XI: 'GB', EL: 'GR', IC: 'ES', EA: 'ES' };

function nameOfCountry(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The sum of all items, where each has a price. */
function useValue({ items, unitPriceCurrency }: OperatorOrder['order']): string | undefined {
  const { money } = useFormats();
  if (!unitPriceCurrency || items.some(({ unitPrice }) => unitPrice === undefined)) return undefined;
  const sum = items.reduce((total, { quantity, unitPrice = 0 }) => total + quantity * unitPrice, 0);
  return money(sum, unitPriceCurrency);
}

const zipUrl = ({ clientId, orderId }: OrderKey) =>
  `${SERVER_URL}/operator/v1/orders/${encodeURIComponent(clientId)}/${encodeURIComponent(orderId)}/files.zip`;
