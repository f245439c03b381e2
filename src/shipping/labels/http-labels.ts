import { DELIVERY_STATUSES } from '../tracking-rules.ts';
import type { CallProvider, ProviderAnswer } from './call-provider.ts';
import { type BoughtLabel, type LabelProvider, type Money, type Rate, unusableAnswer } from './label-provider.ts';
import { base64Of, listOf, moneyOf, numberOf, objectOf, requiredText, textOf, timeOf } from './read-answer.ts';

/** Statuses of a provider without this operation. */
const NOT_OFFERED = [404, 405, 501];

/**
 * A server of the center that follows the contract in docs/postage.md. Its paths are below `address`.
 * `POST /labels` is idempotent by the key, so a purchase can be repeated.
 */
export function httpLabels(
  { address, isTest, secret }: { address: string; isTest: boolean; secret: string | undefined },
  call: CallProvider,
): LabelProvider {
  const base = address.replace(/\/+$/, '');
  const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  const urlOf = (key: string) => `${base}/labels/${encodeURIComponent(key)}`;
  const read = async (answer: ProviderAnswer): Promise<BoughtLabel> => readLabel(answer.json(), call);
  return {
    isIdempotent: true,
    test: async () => void (await call({ method: 'GET', url: urlOf('test'), headers, expected: [404] })),
    quote: async (shipment) => {
      const body = { ...shipment, test: isTest };
      const answer = await call({ method: 'POST', url: `${base}/rates`, headers, body, expected: NOT_OFFERED });
      if (answer.status >= 300) return [];
      return listOf(answer.json().rates).map(readRate);
    },
    buy: async (shipment, service) => {
      const body = { ...shipment, service, test: isTest };
      const more = { ...headers, 'idempotency-key': shipment.key };
      return read(await call({ method: 'POST', url: `${base}/labels`, headers: more, body }));
    },
    find: async ({ key }) => {
      const answer = await call({ method: 'GET', url: urlOf(key), headers, expected: [404] });
      return answer.status === 404 ? undefined : read(answer);
    },
    void: async ({ key }) => {
      const { status } = await call({ method: 'DELETE', url: urlOf(key), headers, expected: [404, 409, 410] });
      return status < 300 ? true : status === 409 ? false : undefined;
    },
    manifest: async (body) => {
      const more = { ...headers, 'idempotency-key': body.key };
      const answer = await call({
        method: 'POST',
        url: `${base}/manifests`,
        headers: more,
        body,
        expected: NOT_OFFERED,
      });
      return answer.status < 300 ? readDocument(answer.json().document, 'document', call) : undefined;
    },
    track: async ({ key }) => {
      const answer = await call({ method: 'GET', url: `${urlOf(key)}/tracking`, headers, expected: NOT_OFFERED });
      if (answer.status >= 300) return 'never';
      const { status: answered, since, message } = answer.json();
      const status = DELIVERY_STATUSES.find((one) => one === answered);
      return status && { status, since: timeOf(since), words: textOf(message) };
    },
  };
}

function readRate(rate: unknown): Rate {
  const { service, carrier, cost, days } = objectOf(rate);
  return {
    service: requiredText(service, 'service'),
    carrier: requiredText(carrier, 'carrier'),
    cost: readCost(cost),
    days: numberOf(days),
  };
}

async function readLabel(answer: Record<string, unknown>, call: CallProvider): Promise<BoughtLabel> {
  const { labelId, service, carrier, trackingNumber, trackingUrl, cost, printsCustoms, label } = answer;
  return {
    labelId: requiredText(labelId, 'labelId'),
    service: requiredText(service, 'service'),
    carrier: requiredText(carrier, 'carrier'),
    trackingNumber: requiredText(trackingNumber, 'trackingNumber'),
    trackingUrl: textOf(trackingUrl),
    cost: readCost(cost),
    printsCustoms: printsCustoms === true,
    document: await readDocument(label, 'label', call),
  };
}

async function readDocument(value: unknown, name: string, call: CallProvider): Promise<Buffer> {
  const { base64, url } = objectOf(value);
  if (base64 !== undefined) return base64Of(base64, `${name}.base64`);
  return (await call({ method: 'GET', url: requiredText(url, `${name}.url`) })).bytes;
}

function readCost(cost: unknown): Money | undefined {
  if (cost === undefined || cost === null) return undefined;
  const { amount, currency } = objectOf(cost);
  const money = moneyOf(amount, currency);
  if (!money) throw unusableAnswer('"cost" has no amount and currency');
  return money;
}
