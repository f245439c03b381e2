import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Scope } from './scope.ts';

/**
 * Behaviour of one call. drop: carries it out and cuts the connection. half: sends half of the answer.
 * late: cuts the connection, and carries it out afterwards.
 */
export type EasypostFault = 'drop' | 'half' | 'busy' | 'refuse' | 'in progress' | 'late';

export interface FakeEasypostShipment {
  id: string;
  /** The `shipment` of the request. */
  body: any;
  /** The bought service. */
  service: string | undefined;
  refund: string | null;
  /** State of the tracker. */
  news?: string;
}

/** A server with the shapes of EasyPost's API v2. */
export interface FakeEasypost {
  url: string;
  shipments: FakeEasypostShipment[];
  scanForms: { id: string; shipments: string[] }[];
  calls: string[];
  /** Faults of the next calls with this method and path, such as `POST /shipments/{id}/buy`. */
  faults: Map<string, EasypostFault[]>;
  /** Carries out the calls that are late. */
  settle(): void;
}

export const EASYPOST_TEST_KEY = 'EZTKlocal';
export const EASYPOST_KEY = 'EZAKlocal';
const RATES = [
  { service: 'Priority', rate: '6.90', delivery_days: 2 },
  { service: 'GroundAdvantage', rate: '5.93', delivery_days: 3 },
];
const zplOf = (path: string) => `^XA^FO20,20^A0N,40,40^FDEasy ${path.split('/').at(-1)}^FS^XZ`;
const errorOf = (code: string, message: string, errors: unknown[] = []) => ({ error: { code, message, errors } });

export async function startFakeEasypost(t: Scope): Promise<FakeEasypost> {
  const late: (() => void)[] = [];
  const listener = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.after(() => {
    listener.closeAllConnections();
    listener.close();
  });
  const { port } = listener.address() as AddressInfo;
  const fake: FakeEasypost = {
    url: `http://127.0.0.1:${port}/v2`,
    ...{ shipments: [], scanForms: [], calls: [], faults: new Map() },
    settle: () => late.splice(0).forEach((work) => void work()),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', fake.url);
    const path = pathname.replace('/v2', '');
    const call = `${request.method} ${path.replace(/\/(shp_\w+|[\da-f-]{36})/, '/{id}')}`;
    const bytes = Buffer.concat(await request.toArray());
    fake.calls.push(call);
    const fault = fake.faults.get(call)?.shift();
    const send = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (path.startsWith('/files/')) return void response.end(path.endsWith('.pdf') ? PDF : zplOf(path));
    const known = [EASYPOST_KEY, EASYPOST_TEST_KEY].map((key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`);
    if (!known.includes(request.headers.authorization ?? ''))
      return void send(401, errorOf('UNAUTHORIZED', 'The API key provided is not valid.'));
    if (fault === 'busy') return void send(503, errorOf('SERVICE_UNAVAILABLE', 'Try again later.'));
    if (fault === 'refuse')
      return void send(
        422,
        errorOf('ADDRESS.VERIFY.FAILURE', 'Unable to verify address.', [{ message: 'No such city' }]),
      );
    if (fault === 'in progress')
      return void send(422, errorOf('SHIPMENT.PURCHASE.IN_PROGRESS', 'The purchase is in progress.'));
    const work = () => carryOut(call, path, bytes.length > 0 ? JSON.parse(String(bytes)) : {});
    if (fault === 'late') {
      late.push(work);
      return void request.socket.destroy();
    }
    const [status, content] = work();
    if (fault === 'drop') return void request.socket.destroy();
    if (fault !== 'half') return void send(status, content);
    const text = JSON.stringify(content);
    response.writeHead(status, { 'content-length': String(text.length) }).write(text.slice(0, text.length / 2));
    setImmediate(() => request.socket.destroy());
  }

  function carryOut(call: string, path: string, body: any): [number, unknown] {
    const [, , id = ''] = path.split('/');
    const found =
      fake.shipments.find((one) => one.id === id) ?? fake.shipments.find(({ body }) => body.reference === id);
    const missing = [404, errorOf('NOT_FOUND', 'The requested resource could not be found.')] as [number, unknown];
    if (call === 'GET /shipments') return [200, { shipments: fake.shipments.map(showShipment), has_more: false }];
    if (call === 'POST /shipments') {
      if (!body.shipment) return [422, errorOf('PARAMETER.REQUIRED', 'Missing required parameter.')];
      const made = {
        id: `shp_${fake.shipments.length + 1_000}`,
        body: body.shipment,
        service: undefined,
        refund: null,
      };
      fake.shipments.push(made);
      return [201, showShipment(made)];
    }
    if (call === 'POST /scan_forms') {
      const ids = body.scan_form.shipments.map((one: { id: string }) => one.id);
      if (fake.scanForms.some(({ shipments }) => shipments.some((one) => ids.includes(one))))
        return [422, errorOf('SCAN_FORM.SHIPMENTS.INVALID', 'A shipment is already on a scan form.')];
      const form = { id: `sf_${fake.scanForms.length + 1}`, shipments: ids };
      fake.scanForms.push(form);
      return [200, formOf(form)];
    }
    if (call.startsWith('GET /scan_forms/')) {
      const form = fake.scanForms.find((one) => one.id === id);
      return form ? [200, formOf(form)] : missing;
    }
    if (!found) return missing;
    if (call === 'POST /shipments/{id}/buy') {
      if (found.service !== undefined)
        return [422, errorOf('SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.')];
      found.service = RATES.find((_, index) => body.rate.id === `rate_${found.id}_${index}`)?.service;
      if (found.service === undefined) return [422, errorOf('RATE.NOT_FOUND', 'No such rate.')];
    }
    if (call === 'POST /shipments/{id}/refund') found.refund = 'submitted';
    return [200, showShipment(found)];
  }

  const formOf = ({ id, shipments }: FakeEasypost['scanForms'][number]) => ({
    ...{ id, object: 'ScanForm', status: 'created', message: null },
    ...{ tracking_codes: shipments.map(numberOf), form_url: `${fake.url}/files/${id}.pdf` },
  });
  const numberOf = (id: string) => `94001001103680689${id.replace('shp_', '')}`;

  function showShipment(shipment: FakeEasypostShipment) {
    const { id, body, service, refund } = shipment;
    const isNowhere = body.to_address.city === 'Nowhere';
    const rates = (isNowhere ? [] : RATES).map((one, index) => ({
      ...{ id: `rate_${id}_${index}`, object: 'Rate', carrier: 'USPS', currency: 'USD' },
      ...one,
    }));
    const rate = rates.find((one) => one.service === service);
    const ending = body.options.label_format.toLowerCase();
    return {
      ...{ id, object: 'Shipment', mode: 'test', reference: body.reference, rates, refund_status: refund },
      scan_form: fake.scanForms.find(({ shipments }) => shipments.includes(id)) ?? null,
      messages: isNowhere
        ? [{ carrier: 'USPS', type: 'rate_error', message: 'The destination ZIP code is not served.' }]
        : [],
      tracking_code: rate ? numberOf(id) : null,
      selected_rate: rate ?? null,
      postage_label: rate
        ? {
            label_file_type: `application/${ending}`,
            label_url: `${fake.url}/files/${id}.${ending}`,
            label_zpl_url: null,
          }
        : null,
      tracker: rate
        ? {
            ...{ public_url: `https://track.easypost.example/${id}`, status: shipment.news ?? 'pre_transit' },
            tracking_details: [{ datetime: '2026-01-02T10:00:00Z', status: shipment.news, message: 'Scanned' }],
          }
        : null,
      fees: rate
        ? [
            { object: 'Fee', type: 'LabelFee', amount: '0.00000', charged: true },
            { object: 'Fee', type: 'PostageFee', amount: rate.rate, charged: true },
            { object: 'Fee', type: 'InsuranceFee', amount: '0.50000', charged: true },
          ]
        : [],
    };
  }
  return fake;
}

/** A page of 100 x 150 mm. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 283 425]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;
