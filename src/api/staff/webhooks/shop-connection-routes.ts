import { randomUUIDv7 } from 'node:crypto';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import * as document from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { listShopConnections, OPEN_MESSAGES_MAX, resendOpenMessages } from '../../../webhooks/shop-message-store.ts';
import { readClient } from '../clients/client-answers.ts';
import { clientId } from '../fields/operator-schemas.ts';
import type { StaffContext } from '../fields/staff-requests.ts';

const { integerField, oneOf, stringField, Timestamp, titledObject } = document;
const route = routeUnder<StaffContext>('Webhooks');
const PATH = '/operator/v1/clients/:clientId/shop-connections';

const orderId = stringField('The order at Platen.', 'SHOPIFY-1001');
const connection = stringField('The prefix of its orderIds, which identifies the connection.', 'SHOPIFY-');
const lastMessage = (title: string, description: string) =>
  Type.Optional(titledObject(title, description, { orderId, at: Timestamp('When it ended.') }));
const OpenMessage = titledObject('OpenShopMessage', 'A message that waits or is refused.', {
  orderId,
  direction: oneOf(['from_shop', 'to_shop'], 'from_shop: an order for Platen. to_shop: parcels and notes of an order.'),
  state: oneOf(['refused', 'waiting'], 'refused: someone must correct something. waiting: it is tried again.'),
  attempts: integerField('Failed attempts since the last message.', 0),
  nextAttempt: Type.Optional(Timestamp('Time of the next attempt.')),
  reason: Type.Optional(
    stringField('Why the last attempt failed, or why it waits.', 'The order is on hold in the shop.'),
  ),
});
const ShopConnection = titledObject('ShopConnection', 'A connected shop.', {
  connection,
  shop: oneOf(['shopify', 'woocommerce', 'shopware', 'orderdesk'], 'The shop system.'),
  seen: Timestamp('When its connector last looked for work. A working connector does so every 5 seconds.'),
  alert: Type.Optional(stringField('The last problem that someone should look into.')),
  waiting: integerField('Number of waiting messages.', 0),
  refused: integerField('Number of refused messages.', 0),
  lastOrder: lastMessage('LastShopOrder', 'The last order from the shop.'),
  lastReport: lastMessage('LastShopReport', 'The last report to the shop.'),
  messages: Type.Array(OpenMessage, {
    description: `Open messages, refused ones first, then the oldest; at most ${OPEN_MESSAGES_MAX}.`,
  }),
});
const ResendRequest = titledObject('ResendShopMessagesRequest', 'Which messages are tried again.', {
  orderId: Type.Optional(stringField('Only messages of this order. Without it, of all orders.', 'SHOPIFY-1001')),
});
const ResentMessages = titledObject('ResentShopMessages', 'Messages that are tried again.', {
  resent: integerField('Number of messages that are tried again.', 1),
});

const getConnections = route({
  operationId: 'listShopConnections',
  summary: 'List the connected shops of a client',
  description: 'Returns the shops that `platen connect` works for, with their open messages.',
  params: Type.Object({ clientId }),
  response: document.readAnswers('The connections.', Type.Array(ShopConnection), 'client_not_found'),
  handler: async ({ pool }, request, reply) => {
    await readClient(pool, request.params.clientId);
    const found = await withRetry(() => listShopConnections(pool, request.params.clientId));
    const rows = found.map(({ view }) => view);
    return sendJson(request, reply, rows);
  },
});

const postResend = route({
  operationId: 'resendShopMessages',
  summary: 'Try the open messages of a connected shop again',
  description:
    'Makes all waiting and refused messages due at once. Nothing is repeated: the connector first looks at both sides. Idempotent: sending it again changes nothing.',
  params: Type.Object({ clientId, connection }),
  body: Type.Optional(ResendRequest),
  response: document.changeAnswers('The number of messages that are tried again.', ResentMessages, 'client_not_found'),
  handler: async ({ pool, clock }, { params, body, caller }) => {
    const which = { prefix: params.connection, orderId: body?.orderId };
    await readClient(pool, params.clientId);
    const entryId = randomUUIDv7();
    return inTransaction(pool, async (client) => {
      const resent = await resendOpenMessages(client, params.clientId, which);
      const about = { subject: ['client', params.clientId] as const, detail: { ...params, ...body, resent } };
      const deed = { entryId, action: 'shop.messages_resent', ...about };
      if (resent > 0) await recordAudit(client, actorOf(caller), clock(), deed);
      return { resent };
    });
  },
});

export const shopConnectionRoutes = routeTable<StaffContext>([
  ['GET', PATH, getConnections, { verb: 'webhooks.read' }],
  ['POST', `${PATH}/:connection/resend`, postResend, { verb: 'webhooks.change' }],
]);
