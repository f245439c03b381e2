import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import sharp from 'sharp';
import { Type } from 'typebox';
import { findClientSlip, SLIP_FORMS, saveClientSlip, saveLogo } from '../../../clients/client-slip-store.ts';
import { findClient } from '../../../clients/client-store.ts';
import { type Actor, actorOf } from '../../../platform/audit/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { type Connection, inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import { clientNotFound, invalidRequest, type Violation } from '../../../platform/errors/errors.ts';
import {
  booleanField,
  changeAnswers,
  oneOf,
  readAnswers,
  titledObject,
  withExample,
} from '../../../platform/http/api-document.ts';
import { registerRoutes, routeUnder } from '../../../platform/http/route-table.ts';
import { requestValidator } from '../../../platform/http/violations.ts';
import { ClientParams, strictObject, text } from '../fields/operator-schemas.ts';
import { type StaffContext, withoutNulls } from '../fields/staff-requests.ts';
import { readClient } from './client-answers.ts';

const route = routeUnder<StaffContext>('Clients');
const SLIP_PATH = '/operator/v1/clients/:clientId/slip';
const LOGO_PATH = `${SLIP_PATH}/logo`;
const LOGO_TYPES = ['image/png', 'image/svg+xml'];
const LOGO_BYTES_MAX = 2 * 1_048_576;
/** The longer side of the stored logo. */
const LOGO_PIXELS_MAX = 1_200;
/** Pixels of an uploaded logo. */
const INPUT_PIXELS_MAX = 50_000_000;
const LOGO_SECONDS_MAX = 5;
const TEXT_LENGTH_MAX = 1_000;
const LINK_LENGTH_MAX = 500;
const ORDER_PLACE = '{orderId}';

const color = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  description: 'Colour of lines and heads. Absent: black.',
  examples: ['#0b7285'],
});
const returnText = text(TEXT_LENGTH_MAX, 'Text about returns.', 'Send it back within 30 days, unworn.');
const link = text(
  LINK_LENGTH_MAX,
  `Address of the shop for tracking or returns, as the QR code of the slip. ${ORDER_PLACE} stands for the order. Absent: no QR code.`,
  'https://shop.example.com/returns/{orderId}',
);
const prices = booleanField('Whether the slips have the prices of the order. A gift never has.');
const form = oneOf(
  SLIP_FORMS,
  'A4, or A6 for label printers. A station without a fitting printer prints the other one.',
  'A4',
);
const NUMBER_LENGTH_MAX = 40;
const customsNumber = (description: string, example: string) =>
  Type.Optional(text(NUMBER_LENGTH_MAX, description, example));
const slipFields = {
  color: Type.Optional(color),
  returnText: Type.Optional(returnText),
  link: Type.Optional(link),
  eori: customsNumber('EORI number of the sender, on customs forms.', 'DE123456789012345'),
  vatNumber: customsNumber('VAT number of the sender, on customs forms.', 'GB123456789'),
  iossNumber: customsNumber('IOSS number, on customs forms. Only for carriers that ask for it.', 'IM2760000742'),
};
const EXAMPLE = {
  color: '#0b7285',
  returnText: 'Send it back within 30 days, unworn.',
  link: 'https://shop.example.com/returns/{orderId}',
  prices: true,
  form: 'A4',
} as const;

const DEFAULT_EXAMPLE = { prices: true, form: 'A4', hasLogo: false } as const;

const SlipSchema = titledObject(
  'ClientSlip',
  'How the packing slips of a client look.',
  { ...slipFields, prices, form, hasLogo: booleanField('Whether a logo is stored.') },
  { ...EXAMPLE, hasLogo: true },
);
const SlipRequest = strictObject(
  'ClientSlipRequest',
  'How the packing slips of a client look. Absent texts are removed.',
  { ...slipFields, prices: Type.Optional(prices), form: Type.Optional(form) },
  EXAMPLE,
);

const getSlip = route({
  operationId: 'getClientSlip',
  summary: 'Read how the packing slips of a client look',
  description: 'The slips that Platen prints for parcels without a slip from the client.',
  params: ClientParams,
  response: withExample(DEFAULT_EXAMPLE, readAnswers('The look.', SlipSchema, 'client_not_found')),
  handler: async ({ pool }, { params: { clientId } }) => {
    await readClient(pool, clientId);
    return showSlip(pool, clientId);
  },
});

const putSlip = route({
  config: { moreFaults: ({ body }) => linkFaults(Object(body).link) },
  operationId: 'changeClientSlip',
  summary: 'Change how the packing slips of a client look',
  description: 'Replaces everything except the logo. Papers that are printed afterwards have the new look.',
  params: ClientParams,
  body: SlipRequest,
  response: withExample({ ...EXAMPLE, hasLogo: false }, changeAnswers('The look.', SlipSchema, 'client_not_found')),
  handler: async ({ config, pool, clock }, { params: { clientId }, body, caller }) => {
    const { color = null, returnText = null, link = null, prices = true, form = 'A4' } = body;
    const { eori = null, vatNumber = null, iossNumber = null } = body;
    if (link !== null && new URL(link.replaceAll(ORDER_PLACE, '1')).origin === new URL(config.BASE_URL).origin) {
      const message = '"link" must be an address of the shop. Recipients cannot open the console.';
      throw invalidRequest([{ pointer: '/link', code: 'invalid_url', message }]);
    }
    await change(pool, clientId, { by: actorOf(caller), now: clock() }, (connection) =>
      saveClientSlip(connection, clientId, { color, returnText, link, prices, form, eori, vatNumber, iossNumber }),
    );
    return showSlip(pool, clientId);
  },
});

const LOGO_EXAMPLE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="20"/></svg>';
const uploaded = Type.String({ format: 'binary', description: 'The logo.', examples: [LOGO_EXAMPLE] });
const putLogo = route({
  bodyLimit: LOGO_BYTES_MAX,
  config: { judgesBody: true },
  validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : requestValidator(part as never)),
  operationId: 'uploadClientLogo',
  summary: 'Upload the logo of a client',
  description: 'Takes a PNG or SVG of at most 2 MiB, and replaces the earlier logo. SVG is drawn, and stored as PNG.',
  params: ClientParams,
  body: { content: Object.fromEntries(LOGO_TYPES.map((type) => [type, { schema: uploaded }])) },
  response: withExample(
    { ...DEFAULT_EXAMPLE, hasLogo: true },
    changeAnswers('The look.', SlipSchema, 'client_not_found'),
  ),
  handler: async ({ pool, clock }, request) => {
    const { clientId } = request.params as { clientId: string };
    const logo = await drawLogo((request.body as Buffer | undefined) ?? Buffer.alloc(0));
    await change(pool, clientId, { by: actorOf(request.caller), now: clock() }, (connection) =>
      saveLogo(connection, clientId, logo),
    );
    return showSlip(pool, clientId);
  },
});

const deleteLogo = route({
  operationId: 'deleteClientLogo',
  summary: 'Delete the logo of a client',
  description: 'Its packing slips have its name instead.',
  params: ClientParams,
  response: withExample(DEFAULT_EXAMPLE, changeAnswers('The look.', SlipSchema, 'client_not_found')),
  handler: async ({ pool, clock }, { params: { clientId }, caller }) => {
    await change(pool, clientId, { by: actorOf(caller), now: clock() }, (connection) =>
      saveLogo(connection, clientId, null),
    );
    return showSlip(pool, clientId);
  },
});

async function showSlip(pool: Pool, clientId: string) {
  const { logo, ...rest } = await withRetry(() => findClientSlip(pool, clientId));
  return { ...withoutNulls(rest), hasLogo: logo !== null };
}

async function change(
  pool: Pool,
  clientId: string,
  { by, now }: { by: Actor; now: Date },
  save: (connection: Connection) => Promise<void>,
): Promise<void> {
  await inTransaction(pool, async (connection) => {
    if (!(await findClient(connection, clientId))) throw clientNotFound();
    await save(connection);
    await recordAudit(connection, by, now, {
      action: 'client.slip_changed',
      subject: ['client', clientId],
      detail: {},
    });
  });
}

/** Draws an uploaded PNG or SVG as a PNG for papers. */
async function drawLogo(bytes: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX }).timeout({ seconds: LOGO_SECONDS_MAX });
    const { format } = await picture.metadata();
    if (format === 'png' || format === 'svg')
      return await picture
        .resize({
          width: LOGO_PIXELS_MAX,
          height: LOGO_PIXELS_MAX,
          fit: 'inside',
          withoutEnlargement: format === 'png',
        })
        .png()
        .toBuffer();
  } catch {
    // The answer is the same as for another format.
  }
  throw invalidRequest([
    { pointer: '', code: 'wrong_file_type', message: 'The logo must be a PNG or SVG that can be drawn.' },
  ]);
}

function linkFaults(link: unknown): Violation[] {
  if (typeof link !== 'string') return [];
  const url = URL.parse(link.replaceAll(ORDER_PLACE, '1'));
  const isWeb =
    url && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
  return isWeb ? [] : [{ pointer: '/link', code: 'invalid_url', message: '"link" must be an http or https address.' }];
}

export async function clientSlipRoutes(app: FastifyInstance, options: StaffContext): Promise<void> {
  registerRoutes(app, options, [
    ['GET', SLIP_PATH, getSlip, { verb: 'clients.read' }],
    ['PUT', SLIP_PATH, putSlip, { verb: 'clients.contracts' }],
    ['DELETE', LOGO_PATH, deleteLogo, { verb: 'clients.contracts' }],
  ]);
  await app.register(async (upload) => {
    upload.addContentTypeParser(LOGO_TYPES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    registerRoutes(upload, options, [['PUT', LOGO_PATH, putLogo, { verb: 'clients.contracts' }]]);
  });
}
