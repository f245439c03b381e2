import { listTaxIds } from '../customs-rules.ts';
import type { CallProvider } from './call-provider.ts';
import {
  type BoughtLabel,
  type DeliveryNews,
  type LabelAddress,
  LabelError,
  type LabelProvider,
  type LabelType,
  type Rate,
  type Shipment,
  unusableAnswer,
} from './label-provider.ts';
import { listOf, moneyOf, numberOf, objectOf, requiredText, textOf, timeOf } from './read-answer.ts';

const HOURS_PER_DAY = 24;
/** Resolutions that Sendcloud accepts. The carrier decides the resolution of ZPL. */
const DPI: Readonly<Partial<Record<LabelType, number>>> = { 'application/pdf': 72, 'image/png': 300 };
const NO_RETURNS = 'Use the return portal of Sendcloud, or another provider.';
/** Statuses of parcels whose label is not paid. */
const CANCELLED = /cancel/i;

/**
 * Sendcloud, API v3. `external_reference_id` is unique: a second purchase with our key is answered with 409
 * and the first shipment.
 */
export function sendcloudLabels(
  { address, user = '', secret = '' }: { address: string; user: string | undefined; secret: string | undefined },
  call: CallProvider,
): LabelProvider {
  const base = address.replace(/\/+$/, '');
  const headers = { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` };
  const findShipments = async (key: string) => {
    const url = `${base}/shipments?external_reference_id=${encodeURIComponent(key)}`;
    return listOf((await call({ method: 'GET', url, headers })).json().data);
  };
  const findPaid = async (key: string) => (await findShipments(key)).find((one) => !isCancelled(one));

  async function readShipment(answered: unknown, type: LabelType): Promise<BoughtLabel> {
    const { id, parcels, ship_with: shipWith, carrier, errors } = objectOf(answered);
    const [parcel] = listOf(parcels).map(objectOf);
    const [fault] = listOf(errors).map(objectOf);
    if (!parcel && fault) throw new LabelError('refused', 'label_refused', textOf(fault.detail) ?? 'no parcel');
    if (!parcel) throw unusableAnswer('"parcels" is empty');
    const dpi = DPI[type];
    const query = dpi === undefined ? '' : `?dpi=${dpi}`;
    const url = `${base}/parcels/${encodeURIComponent(requiredText(parcel.id, 'parcels.id'))}/documents/label${query}`;
    const { bytes } = await call({ method: 'GET', url, headers: { ...headers, accept: type } });
    const service = serviceOf(shipWith);
    return {
      labelId: requiredText(id, 'id'),
      service,
      carrier: textOf(carrier && objectOf(carrier).name) ?? service.split(':')[0] ?? service,
      trackingNumber: requiredText(parcel.tracking_number, 'tracking_number'),
      trackingUrl: textOf(parcel.tracking_url),
      // Customs documents are separate files, so Platen prints the form.
      printsCustoms: false,
      document: bytes,
    };
  }

  return {
    isIdempotent: true,
    pricesByQuote: true,
    test: async () => void (await findShipments('test')),
    quote: async (shipment) => {
      const url = `${base}/shipping-options`;
      const answer = await call({ method: 'POST', url, headers, body: optionsBody(shipment) });
      return listOf(answer.json().data).map(readOption);
    },
    buy: async (shipment, service) => {
      // Sendcloud finds a return by its own id only, so a lost answer would be paid twice.
      if (shipment.isReturn) throw new LabelError('refused', 'label_refused', NO_RETURNS);
      const body = announceBody(shipment, service);
      const url = `${base}/shipments/announce`;
      const answer = await call({ method: 'POST', url, headers, body, expected: [409] });
      const { data } = answer.json();
      if (data === undefined) throw unusableAnswer('"data" is missing');
      return readShipment(data, shipment.labelType);
    },
    find: async ({ key, labelType }) => {
      const found = await findPaid(key);
      return found === undefined ? undefined : readShipment(found, labelType);
    },
    void: async ({ key, labelId }) => {
      const id = labelId ?? textOf(objectOf((await findPaid(key)) ?? {}).id);
      if (id === undefined) return undefined;
      const url = `${base}/shipments/${encodeURIComponent(id)}/cancel`;
      const { status } = await call({ method: 'POST', url, headers, expected: [404, 409, 410] });
      return status !== 409;
    },
    track: async ({ trackingNumber }) => {
      const url = `${base}/parcels/tracking/${encodeURIComponent(trackingNumber)}`;
      const answer = await call({ method: 'GET', url, headers, expected: [404] });
      return answer.status === 404 ? undefined : readTracking(answer.json().events);
    },
  };
}

/** Codes of events before the carrier has the parcel. */
const NOT_MOVING = /^(none|unknown|no_label|labelled|ready_to_send|announc\w*|cancel\w*)$/;
const RETURNED = /return/;
const DELIVERED = /^(delivered|delivery_forced|collected_by_customer)$/;
const PROBLEM = /refused|rejected|error|fail|issue|damaged|missing|off_radar|undeliverable|expiration/;

/** Returns the latest news. `cancelled` events and those before the hand-over are none. */
function readTracking(events: unknown): DeliveryNews {
  const known = listOf(events).map((event) => {
    const { event_at: at, status_code: code, sub_status_code: sub, status_type: type, ...rest } = objectOf(event);
    const codes = [code, sub].map((one) => (textOf(one) ?? '').toLowerCase().replaceAll('-', '_'));
    return { codes, isError: type === 'error', since: timeOf(at), words: textOf(rest.status_description) };
  });
  const [last] = known.sort((one, other) => (other.since?.getTime() ?? 0) - (one.since?.getTime() ?? 0));
  if (!last || NOT_MOVING.test(last.codes[0] ?? '')) return undefined;
  const { codes, isError, since, words } = last;
  const is = (form: RegExp) => codes.some((code) => form.test(code));
  const ofTrouble = isError || is(PROBLEM) ? 'PROBLEM' : 'IN_TRANSIT';
  return { status: is(RETURNED) ? 'RETURNED' : is(DELIVERED) ? 'DELIVERED' : ofTrouble, since, words };
}

function isCancelled(shipment: unknown): boolean {
  const { parcels } = objectOf(shipment);
  const statuses = listOf(parcels).map((one) => objectOf(objectOf(one).status ?? {}));
  return statuses.some(({ code, message }) => CANCELLED.test(`${code} ${message}`));
}

function serviceOf(shipWith: unknown): string {
  const { properties, shipping_option_code: plain } = objectOf(shipWith);
  const code = properties === undefined ? plain : objectOf(properties).shipping_option_code;
  return requiredText(code, 'shipping_option_code');
}

function readOption(option: unknown): Rate {
  const { code, carrier, quotes } = objectOf(option);
  const [quote = {}] = listOf(quotes).map(objectOf);
  const { lead_time: leadTime, price } = quote;
  const total = objectOf(objectOf(price ?? {}).total ?? {});
  const hours = numberOf(leadTime);
  return {
    service: requiredText(code, 'code'),
    carrier: textOf(objectOf(carrier ?? {}).name) ?? requiredText(objectOf(carrier ?? {}).code, 'carrier'),
    cost: moneyOf(total.value, total.currency),
    days: hours === undefined ? undefined : Math.ceil(hours / HOURS_PER_DAY),
  };
}

function optionsBody({ sender, recipient, ...shipment }: Shipment) {
  return {
    from_country_code: sender.country,
    to_country_code: recipient.country,
    ...(sender.postalCode && { from_postal_code: sender.postalCode }),
    ...(recipient.postalCode && { to_postal_code: recipient.postalCode }),
    parcels: [parcelOf(shipment)],
    calculate_quotes: true,
  };
}

function announceBody(
  { key, orderId, parcel, sender, recipient, value, customs, labelType, ...rest }: Shipment,
  service: string,
) {
  const dpi = DPI[labelType];
  return {
    label_details: { mime_type: labelType, ...(dpi !== undefined && { dpi }) },
    from_address: addressOf(sender),
    to_address: addressOf(recipient),
    ship_with: { type: 'shipping_option_code', properties: { shipping_option_code: service } },
    order_number: orderId,
    external_reference_id: key,
    ...(value && { total_order_price: { currency: value.currency, value: value.amount.toFixed(2) } }),
    ...(customs && {
      customs_information: {
        ...{ invoice_number: parcel, export_reason: 'commercial_goods', export_type: 'commercial_b2c' },
        ...(customs.taxIds && {
          tax_numbers: {
            sender: listTaxIds(customs.taxIds, sender.country).map(({ kind, value, country }) => ({
              ...{ name: kind, value },
              ...(country && { country_code: country }),
            })),
            receiver: [],
            importer_of_record: [],
          },
        }),
      },
    }),
    parcels: [
      {
        ...parcelOf(rest),
        ...(customs && { parcel_items: customs.lines.map((line) => itemOf(line, customs.currency)) }),
      },
    ],
  };
}

function parcelOf({ weightGrams, package: box }: Pick<Shipment, 'weightGrams' | 'package'>) {
  const cm = (mm: number) => (mm / 10).toFixed(2);
  const dimensions = box && {
    ...{ length: cm(box.lengthMm), width: cm(box.widthMm), height: cm(box.heightMm) },
    unit: 'cm',
  };
  return { ...(dimensions && { dimensions }), weight: { value: (weightGrams / 1_000).toFixed(3), unit: 'kg' } };
}

/** Returns a line of the declaration with the weight and price of one piece. */
function itemOf(line: NonNullable<Shipment['customs']>['lines'][number], currency: string) {
  const { description, quantity, netWeightGrams, value, hsCode, countryOfOrigin } = line;
  return {
    description,
    quantity,
    weight: { value: Number((netWeightGrams / quantity / 1_000).toFixed(3)), unit: 'kg' },
    price: { value: (value / quantity).toFixed(2), currency },
    hs_code: hsCode,
    origin_country: countryOfOrigin,
  };
}

/** The number of a house: at the end of the line, or before the street. */
const HOUSE_NUMBER = /(?:^|\s)(\d+\s?[a-z]?(?:[-/]\d+\s?[a-z]?)?)$|^(\d+[a-z]?)\s/i;

function addressOf({ personName, company, street = '', state, country = '', ...rest }: LabelAddress) {
  const [, last, first] = HOUSE_NUMBER.exec(street.trim()) ?? [];
  const houseNumber = last ?? first;
  return {
    name: personName ?? company ?? '',
    ...(company && { company_name: company }),
    address_line_1: street,
    ...(houseNumber && { house_number: houseNumber }),
    ...(rest.addressLine2 && { address_line_2: rest.addressLine2 }),
    postal_code: rest.postalCode ?? '',
    city: rest.city ?? '',
    ...(state && /^[A-Z\d]{1,3}$/.test(state) && { state_province_code: `${country}-${state}` }),
    country_code: country,
    ...(rest.phoneNumber && { phone_number: rest.phoneNumber }),
    ...(rest.email && { email: rest.email }),
  };
}
