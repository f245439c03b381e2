import { Type } from 'typebox';
import { markOrders } from '../../../orders/staff/mark-orders.ts';
import { listTags } from '../../../orders/staff/order-mark-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import {
  changeAnswers,
  integerFrom,
  readAnswers,
  stringField,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { listColleagues } from '../../../staff/operator-store.ts';
import { rolesThatMay } from '../../../staff/role-rules.ts';
import { CLIENT_ID, clientId, strictObject } from '../fields/operator-schemas.ts';
import { findAssignee, type StaffContext } from '../fields/staff-requests.ts';
import { assigneeSchema, MarkFields, OPERATOR_ID } from './note-schemas.ts';

const route = routeUnder<StaffContext>('Orders');
const ORDERS_MAX = 500;
const TAGS_LISTED_MAX = 200;

const MarkRequest = strictObject('MarkOrdersRequest', 'Assignee and tags of orders. Absent fields change nothing.', {
  orders: Type.Array(
    strictObject('MarkedOrder', 'The key of an order.', {
      clientId,
      orderId: stringField('The orderId, not percent-encoded.', 'SHOP-10001'),
    }),
    {
      minItems: 1,
      maxItems: ORDERS_MAX,
      description: 'The orders.',
      examples: [[{ clientId: CLIENT_ID, orderId: 'SHOP-10001' }]],
    },
  ),
  ...MarkFields,
});

const postMarks = route({
  operationId: 'markOrders',
  summary: 'Assign and tag orders',
  description:
    'Changes all orders that exist, or none. Customers do not see assignee and tags. Idempotent: sending it again changes nothing.',
  body: MarkRequest,
  response: changeAnswers(
    'The number of orders.',
    titledObject(
      'MarkedOrders',
      'The orders that exist.',
      { orders: integerFrom(0, 'Number of orders.', 1) },
      { orders: 1 },
    ),
  ),
  handler: async ({ pool, clock }, { body, caller }) => {
    const { orders, assigneeId, ...change } = body;
    const doing = { by: actorOf(caller), now: clock() };
    const assignee = await findAssignee(pool, assigneeId);
    const marks = { ...change, ...(assignee !== undefined && { assignee }) };
    return { orders: await markOrders(pool, orders, marks, doing) };
  },
});

const getMarks = route({
  operationId: 'listOrderMarks',
  summary: 'List people and tags for orders',
  description: 'Returns the people whom orders can be assigned to and notes can name, and the tags in use.',
  response: readAnswers(
    'People and tags.',
    titledObject(
      'OrderMarks',
      'The possible assignees, and the tags in use.',
      {
        people: Type.Array(assigneeSchema, { description: 'Active people who read orders, by name.' }),
        tags: Type.Array(Type.String(), { description: `Tags in use, sorted, at most ${TAGS_LISTED_MAX}.` }),
      },
      { people: [{ operatorId: OPERATOR_ID, name: 'Ada Lovelace' }], tags: ['gift'] },
    ),
  ),
  handler: async ({ pool }, request, reply) => {
    const people = await withRetry(() => listColleagues(pool, rolesThatMay('alerts.read')));
    const found = await withRetry(() => listTags(pool, TAGS_LISTED_MAX));
    return sendJson(request, reply, { people, tags: found });
  },
});

export const orderMarkRoutes = routeTable<StaffContext>([
  ['POST', '/operator/v1/orders/bulk-mark', postMarks, { verb: 'orders.note' }],
  ['GET', '/operator/v1/order-marks', getMarks, { verb: 'orders.read' }],
]);
