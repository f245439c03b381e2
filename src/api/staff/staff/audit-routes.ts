import { Type } from 'typebox';
import { ACTOR_KINDS } from '../../../platform/audit/actor.ts';
import {
  type AuditFilter,
  type ListedAuditEntry,
  listAudit,
  SUBJECT_KINDS,
} from '../../../platform/audit/audit-store.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { endMoment, moment, optionalMoment } from '../../../platform/formats/moments.ts';
import { oneOf, pageAnswers, stringField, Timestamp, titledObject } from '../../../platform/http/api-document.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { actorName, readMomentCursor, staffPaging } from '../fields/operator-schemas.ts';
import { type StaffContext, withoutNulls } from '../fields/staff-requests.ts';

const route = routeUnder<StaffContext>('People');
const AUDIT = '/operator/v1/audit';
const SUBJECT_LENGTH_MAX = 400;

const AuditQuery = Type.Object({
  person: Type.Optional(
    stringField(
      'Only actions of this person (operatorId) or program (clientId).',
      '019a5c7e-3b1f-7c2d-8e4a-5f6071829304',
    ),
  ),
  subject: Type.Optional(
    Type.String({
      maxLength: SUBJECT_LENGTH_MAX,
      description:
        'Only actions on this subject: a kind (`client`), a kind with an identifier (`client:4f5be5a8-…`, `order:demo-shop/SHOP-10001`), or an identifier.',
      examples: ['order:demo-shop/SHOP-10001'],
    }),
  ),
  from: moment('Only actions after this time. ISO 8601 with a time zone.'),
  to: endMoment('Only actions at this time or earlier. ISO 8601 with a time zone.'),
  ...staffPaging,
});

const AuditEntrySchema = titledObject(
  'AuditEntry',
  'An action of staff.',
  {
    entryId: stringField('Identifier of the entry.'),
    occurred: Timestamp('When the action happened.'),
    actor: titledObject('AuditActor', 'The person or program that acted.', {
      kind: oneOf(ACTOR_KINDS, 'operator: a person or program of the center. system: Platen.'),
      id: Type.Optional(stringField('operatorId of a person, or clientId of a program. Absent for the command line.')),
      name: Type.Optional(actorName),
    }),
    action: stringField('Name of the action.', 'client.disabled'),
    subject: titledObject('AuditSubject', 'The subject of the action.', {
      kind: oneOf(SUBJECT_KINDS, 'Kind of subject.'),
      id: Type.Optional(
        stringField(
          'Identifier of the subject. For an order: clientId and orderId, joined by a slash.',
          'demo-shop/SHOP-10001',
        ),
      ),
      name: Type.Optional(
        stringField(
          'Current name of the client, person or carrier. For an order or webhook endpoint: name of its client.',
          'Demo Shop',
        ),
      ),
    }),
    detail: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'The changed values, without secrets.' }),
    ),
  },
  {
    entryId: '0198c0df-55ee-7f66-8071-829304a5b6c7',
    occurred: '2026-01-31T12:00:00.000Z',
    actor: { kind: 'operator', id: '019a5c7e-3b1f-7c2d-8e4a-5f6071829304', name: 'Ada Lovelace' },
    action: 'client.disabled',
    subject: { kind: 'client', id: '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c', name: 'Test Shop' },
  },
);

const getAudit = route({
  operationId: 'listAudit',
  summary: 'List the audit log',
  description: 'Latest first. The events of an order record the actions of customers.',
  querystring: AuditQuery,
  response: pageAnswers('A page of entries.', Type.Array(AuditEntrySchema)),
  handler: async ({ pool }, request, reply) => {
    const { person, subject, from, to, limit, cursor } = request.query;
    const last = readMomentCursor(cursor);
    const filter: AuditFilter = {
      actorId: person,
      ...readSubject(subject),
      from: optionalMoment(from),
      to: optionalMoment(to),
      after: last && { occurred: last.at, entryId: last.id },
      limit: limit + 1,
    };
    const entries = await withRetry(() => listAudit(pool, filter));
    return sendPage(request, reply, entries, {
      keyOf: ({ occurred, entryId }) => [occurred.toISOString(), entryId],
      show: showEntry,
    });
  },
});

function showEntry({ entryId, occurred, actor, action, detail, ...entry }: ListedAuditEntry) {
  const { subjectKind: kind, subjectId: id, subjectName: name } = entry;
  return {
    entryId,
    occurred,
    actor: withoutNulls({ kind: actor.kind, id: actor.id, name: actor.name }),
    action,
    subject: withoutNulls({ kind, id, name }),
    ...(detail !== null && { detail: JSON.parse(detail) }),
  };
}

function readSubject(subject: string | undefined): Pick<AuditFilter, 'subjectKind' | 'subjectId'> {
  if (subject === undefined) return {};
  const [name = '', ...rest] = subject.split(':');
  const subjectKind = SUBJECT_KINDS.find((kind) => kind === name);
  if (!subjectKind) return { subjectId: subject };
  return rest.length === 0 ? { subjectKind } : { subjectKind, subjectId: rest.join(':') };
}

export const auditRoutes = routeTable<StaffContext>([['GET', AUDIT, getAudit, { verb: 'audit.read' }]]);
