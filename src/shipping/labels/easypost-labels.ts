import { listTaxIds } from '../customs-rules.ts';
import type { DeliveryStatus } from '../tracking-rules.ts';
import type { CallProvider } from './call-provider.ts';
import {
  type BoughtLabel,
  type LabelAddress,
  LabelError,
  type LabelKey,
  type LabelProvider,
  type LabelType,
  type Money,
  type Rate,
  type Shipment,
} from './label-provider.ts';
import { listOf, moneyOf, numberOf, objectOf, requiredText, textOf, timeOf } from './read-answer.ts';

const GRAMS_PER_OUNCE = 28.349523125;
const MM_PER_INCH = 25.4;
const FORMATS: Readonly<Record<LabelType, string>> = {
  'application/pdf': 'PDF',
  'application/zpl': 'ZPL',
  'image/png': 'PNG',
};
/** A purchase with these errors was carried out, or may have been. */
const MAY_BE_BOUGHT = /POSTAGE\.(EXISTS|TIMED_OUT|NO_RESPONSE)|IN_PROGRESS/;
/** Exports from the United States below 2,500 USD for each tariff number need no electronic filing. */
const NO_FILING = 'NOEEI 30.37(a)';

type Answer = Record<string, unknown>;

/** Keys of EasyPost's test mode begin so. They buy nothing. */
export const isEasypostTestKey = (secret: string) => secret.startsWith('EZTK');

/**
 * EasyPost, API v2. A shipment costs nothing until a rate of it is bought, and it can be bought only once.
 * `reference` is our key. It is not unique there, so the id of the shipment is kept before the purchase.
 */
export function easypostLabels(
  { address, secret = '' }: { address: string; secret: string | undefined },
  call: CallProvider,
): LabelProvider {
  const base = address.replace(/\/+$/, '');
  const headers = { authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}` };
  const urlOf = (id: string, rest = '') => `${base}/shipments/${encodeURIComponent(id)}${rest}`;
  const get = async (url: string) => (await call({ method: 'GET', url, headers })).json();
  const post = async (url: string, body: object) => (await call({ method: 'POST', url, headers, body })).json();

  /** A shipment is found by its id or its reference. */
  async function findShipment({ key, labelId }: LabelKey): Promise<Answer | undefined> {
    const answer = await call({ method: 'GET', url: urlOf(labelId ?? key), headers, expected: [404] });
    return answer.status === 404 ? undefined : answer.json();
  }

  async function findBought(key: LabelKey): Promise<Answer | undefined> {
    const found = await findShipment(key);
    return found && isBought(found) ? found : undefined;
  }

  const create = (shipment: Shipment) => post(`${base}/shipments`, { shipment: shipmentBody(shipment) });

  async function readLabel(bought: Answer, type: LabelType): Promise<BoughtLabel> {
    const id = requiredText(bought.id, 'id');
    const url = labelUrl(bought, type) ?? labelUrl(await get(urlOf(id, `/label?file_format=${FORMATS[type]}`)), type);
    const { bytes } = await call({ method: 'GET', url: requiredText(url, 'label_url') });
    const rate = objectOf(bought.selected_rate);
    return {
      labelId: id,
      service: serviceOf(rate),
      carrier: requiredText(rate.carrier, 'carrier'),
      trackingNumber: requiredText(bought.tracking_code, 'tracking_code'),
      trackingUrl: textOf(objectOf(bought.tracker ?? {}).public_url),
      cost: costOf(rate, bought.fees),
      // Labels of postal services contain the form, and couriers get the data electronically.
      printsCustoms: true,
      document: bytes,
    };
  }

  return {
    isIdempotent: false,
    test: async () => void (await get(`${base}/shipments?page_size=1`)),
    prepare: async (shipment) =>
      requiredText(((await findBought({ key: shipment.key })) ?? (await create(shipment))).id, 'id'),
    quote: async (shipment) => {
      const stored = shipment.labelId === undefined ? await create(shipment) : await findShipment(shipment);
      const rates = listOf(stored?.rates).map(objectOf);
      if (!stored || rates.length === 0) throw refusal(messagesOf(stored));
      return rates.map(readRate);
    },
    buy: async (shipment, service) => {
      const stored = (await findShipment(shipment)) ?? {};
      if (isBought(stored)) return readLabel(stored, shipment.labelType);
      const rate = cheapestOf(listOf(stored.rates).map(objectOf), service);
      if (!rate) throw refusal(messagesOf(stored) || `${service} is not offered`);
      const url = urlOf(requiredText(stored.id, 'id'), '/buy');
      const body = { rate: { id: requiredText(rate.id, 'rates.id') } };
      const answer = await call({ method: 'POST', url, headers, body, expected: [422] });
      if (answer.status === 422) throw purchaseError(objectOf(answer.json().error ?? {}));
      return readLabel(answer.json(), shipment.labelType);
    },
    find: async (shipment) => {
      const bought = await findBought(shipment);
      return bought && readLabel(bought, shipment.labelType);
    },
    void: async (label) => {
      const bought = await findBought(label);
      if (!bought) return undefined;
      const { refund_status: status } = await post(urlOf(requiredText(bought.id, 'id'), '/refund'), {});
      return status !== 'rejected';
    },
    manifest: async ({ labels }) => {
      const [first] = labels;
      const known = objectOf((first && (await findShipment(first))?.scan_form) ?? {}).id;
      const url = `${base}/scan_forms`;
      const shipments = labels.map(({ labelId }) => ({ id: labelId }));
      const form =
        known === undefined
          ? await post(url, { scan_form: { shipments } })
          : await get(`${url}/${encodeURIComponent(requiredText(known, 'scan_form.id'))}`);
      if (form.status === 'failed') throw refusal(textOf(form.message) ?? 'failed');
      if (form.status !== 'created')
        throw new LabelError('unavailable', 'label_provider_unreachable', 'the scan form is being made');
      return (await call({ method: 'GET', url: requiredText(form.form_url, 'form_url') })).bytes;
    },
    track: async (parcel) => {
      const { status, tracking_details: details } = objectOf((await findShipment(parcel))?.tracker ?? {});
      const known = NEWS[String(status)];
      const { datetime, message } = objectOf(listOf(details).at(-1) ?? {});
      return known && { status: known, since: timeOf(datetime), words: textOf(message) };
    },
  };
}

/** The states of a tracker. Before the first scan there is no news. */
const NEWS: Readonly<Partial<Record<string, DeliveryStatus>>> = {
  ...{ in_transit: 'IN_TRANSIT', out_for_delivery: 'IN_TRANSIT', available_for_pickup: 'IN_TRANSIT' },
  ...{ delivered: 'DELIVERED', return_to_sender: 'RETURNED', failure: 'PROBLEM', error: 'PROBLEM' },
};

/** Whether postage was bought, and not given back. */
function isBought({ postage_label: label, refund_status: refund }: Answer): boolean {
  return Boolean(label) && (!refund || refund === 'rejected');
}

function labelUrl({ postage_label: label }: Answer, type: LabelType): string | undefined {
  const { label_file_type: made, label_url: url, ...others } = objectOf(label);
  return textOf(made === type ? url : others[`label_${FORMATS[type].toLowerCase()}_url`]);
}

/** Services of two carriers may have the same name. */
function serviceOf({ carrier, service }: Answer): string {
  return `${requiredText(carrier, 'carrier')}:${requiredText(service, 'service')}`;
}

function readRate(rate: Answer): Rate {
  return {
    service: serviceOf(rate),
    carrier: requiredText(rate.carrier, 'carrier'),
    cost: moneyOf(rate.rate, rate.currency),
    days: numberOf(rate.delivery_days),
  };
}

/** Two accounts at one carrier may offer the same service. */
function cheapestOf(rates: readonly Answer[], service: string): Answer | undefined {
  const price = ({ rate }: Answer) => numberOf(rate) ?? Number.POSITIVE_INFINITY;
  return rates.filter((one) => serviceOf(one) === service).toSorted((one, other) => price(one) - price(other))[0];
}

/** Returns the price of the rate and of charged services such as insurance. EasyPost charges those in USD. */
function costOf({ rate, currency }: Answer, fees: unknown): Money | undefined {
  const cost = moneyOf(rate, currency);
  if (cost?.currency !== 'USD') return cost;
  const more = listOf(fees)
    .map(objectOf)
    .filter(({ type, charged }) => type !== 'PostageFee' && charged === true)
    .reduce((sum, { amount }) => sum + (numberOf(amount) ?? 0), 0);
  return { ...cost, amount: Number((cost.amount + more).toFixed(4)) };
}

/** Returns why carriers offer no rate. */
function messagesOf(shipment: Answer | undefined): string {
  return listOf(shipment?.messages)
    .map(objectOf)
    .map(({ carrier, message }) => `${textOf(carrier) ?? ''}: ${textOf(message) ?? ''}`)
    .join(' ');
}

const WORDS_LENGTH_MAX = 300;

function refusal(words: string): LabelError {
  return new LabelError('refused', 'label_refused', (words || 'no rates').slice(0, WORDS_LENGTH_MAX));
}

function purchaseError({ code, message, errors }: Answer): LabelError {
  const details = listOf(errors).map((one) => textOf(typeof one === 'string' ? one : objectOf(one).message));
  const words = [textOf(message), ...details].filter(Boolean).join(' ');
  if (!MAY_BE_BOUGHT.test(String(code))) return refusal(words);
  return new LabelError('unknown', 'label_provider_unreachable', words.slice(0, WORDS_LENGTH_MAX));
}

function shipmentBody({ key, orderId, sender, recipient, weightGrams, package: box, ...rest }: Shipment) {
  const { customs, isReturn, labelType } = rest;
  // EasyPost swaps the addresses of returns itself.
  const [from, to] = isReturn ? [recipient, sender] : [sender, recipient];
  const inches = (mm: number) => Number((mm / MM_PER_INCH).toFixed(1));
  return {
    reference: key,
    from_address: addressOf(from),
    to_address: addressOf(to),
    ...(isReturn && { is_return: true }),
    parcel: {
      weight: Math.ceil((weightGrams * 10) / GRAMS_PER_OUNCE) / 10,
      ...(box && { length: inches(box.lengthMm), width: inches(box.widthMm), height: inches(box.heightMm) }),
    },
    ...(customs && {
      customs_info: { ...customsOf(customs, sender), ...(isReturn && { contents_type: 'returned_goods' }) },
    }),
    ...(customs?.taxIds && {
      tax_identifiers: listTaxIds(customs.taxIds, sender.country).map(({ kind, value, country }) => ({
        ...{ entity: 'SENDER', tax_id: value, tax_id_type: kind },
        ...(country && { issuing_country: country }),
      })),
    }),
    options: { label_format: FORMATS[labelType], invoice_number: orderId },
  };
}

/** EasyPost takes the value and weight of a whole line. */
function customsOf({ currency, lines }: NonNullable<Shipment['customs']>, sender: LabelAddress) {
  const { personName, company, country } = sender;
  return {
    contents_type: 'merchandise',
    customs_certify: true,
    customs_signer: personName ?? company ?? '',
    ...(country === 'US' && { eel_pfc: NO_FILING }),
    restriction_type: 'none',
    non_delivery_option: 'return',
    customs_items: lines.map(({ description, quantity, netWeightGrams, value, hsCode, countryOfOrigin }) => ({
      ...{ description, quantity, value, currency },
      weight: Number((netWeightGrams / GRAMS_PER_OUNCE).toFixed(3)),
      hs_tariff_number: hsCode,
      origin_country: countryOfOrigin,
    })),
  };
}

function addressOf({ personName, company, street, addressLine2, ...rest }: LabelAddress) {
  return {
    name: personName,
    company,
    street1: street,
    street2: addressLine2,
    city: rest.city,
    state: rest.state,
    zip: rest.postalCode,
    country: rest.country,
    phone: rest.phoneNumber,
    email: rest.email,
  };
}
