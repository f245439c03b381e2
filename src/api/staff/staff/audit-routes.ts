import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { ACTOR_KINDS } from '../../../platform/audit/actor.ts';
import {
  type AuditFilter,
  type ListedAuditEntry,
  listAudit,
  SUBJECT_KINDS,
} from '../../../platform/audit/audit-store.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { pageAnswers, Timestamp } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { endMoment, moment, parseMoment } from '../../../platform/http/moments.ts';
import { cutPage, decodeCursor, invalidCursor } from '../../../platform/http/paging.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { oneOf, staffPaging } from '../fields/operator-schemas.ts';

const SUBJECT_LENGTH_MAX = 400;

const AuditQuery = Type.Object({
  person: Type.Optional(
    Type.String({
      description: 'Only what this person, by operatorId, or this program, by clientId, did.',
      examples: ['019a5c7e-3b1f-7c2d-8e4a-5f6071829304'],
    }),
  ),
  subject: Type.Optional(
    Type.String({
      maxLength: SUBJECT_LENGTH_MAX,
      description:
        'Only what was done to this: a kind (`client`), a kind and which one (`client:4f5be5a8-…`, `order:demo-shop/SHOP-10001`), or which one alone.',
      examples: ['order:demo-shop/SHOP-10001'],
    }),
  ),
  from: moment('Only what was done after this moment. ISO 8601 with a time zone.'),
  to: endMoment('Only what was done up to and at this moment. ISO 8601 with a time zone.'),
  ...staffPaging,
});

const AuditEntrySchema = Type.Object(
  {
    entryId: Type.String({ description: 'Identifier of the entry.' }),
    occurred: Timestamp('When it was done.'),
    actor: Type.Object(
      {
        kind: oneOf(
          ACTOR_KINDS,
          'operator: somebody of the center, or a program of it. system: Platen itself.',
        ),
        id: Type.Optional(
          Type.String({
            description: 'operatorId of a person, clientId of a program. Absent: the command line.',
          }),
        ),
        name: Type.Optional(Type.String({ description: 'The name they had then.' })),
      },
      { title: 'AuditActor', description: 'Who did it.' },
    ),
    action: Type.String({ description: 'What was done.', examples: ['client.disabled'] }),
    subject: Type.Object(
      {
        kind: oneOf(SUBJECT_KINDS, 'What kind of thing it was done to.'),
        id: Type.Optional(
          Type.String({
            description: 'Which one. Of an order: clientId and orderId, with a slash between them.',
            examples: ['demo-shop/SHOP-10001'],
          }),
        ),
        name: Type.Optional(
          Type.String({
            description:
              "The name that it has now: a client's, a person's or a carrier's own, of an order or a webhook endpoint its client's.",
            examples: ['Demo Shop'],
          }),
        ),
      },
      { title: 'AuditSubject', description: 'What it was done to.' },
    ),
    detail: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'What changed. Never a secret.' }),
    ),
  },
  {
    title: 'AuditEntry',
    description: 'Something that somebody of the center did.',
    examples: [
      {
        entryId: '0198c0df-55ee-7f66-8071-829304a5b6c7',
        occurred: '2026-01-31T12:00:00.000Z',
        actor: { kind: 'operator', id: '019a5c7e-3b1f-7c2d-8e4a-5f6071829304', name: 'Ada Lovelace' },
        action: 'client.disabled',
        subject: { kind: 'client', id: '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c', name: 'Test Shop' },
      },
    ],
  },
);

interface AuditRouteOptions {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
}

const getAudit = route({
  schema: {
    tags: ['People'],
    operationId: 'listAudit',
    summary: 'Read who did what',
    description: 'Latest first. What customers do stands in the history of their orders.',
    querystring: AuditQuery,
    response: pageAnswers('A page of entries.', Type.Array(AuditEntrySchema)),
  },
  handler: async ({ config, pool }: AuditRouteOptions, request, reply) => {
    const { person, subject, from, to, limit, cursor } = request.query;
    const isStrange = [person, subject].some((one) => one !== undefined && !isStorable(one));
    if (isStrange) return sendJson(request, reply, '[]');
    const filter: AuditFilter = {
      actorId: person,
      ...readSubject(subject),
      from: from === undefined ? undefined : parseMoment(from),
      to: to === undefined ? undefined : parseMoment(to),
      after: readCursor(cursor),
      limit: limit + 1,
    };
    const entries = await withRetry(() => listAudit(pool, filter));
    const page = cutPage(reply, entries, {
      url: `${config.BASE_URL}/operator/v1/audit`,
      query: request.query,
      keyOf: (last) => [last.occurred.toISOString(), last.entryId],
    });
    return sendJson(request, reply, JSON.stringify(page.map(shown)));
  },
});

function shown({ entryId, occurred, actor, action, detail, ...entry }: ListedAuditEntry) {
  const { subjectKind, subjectId, subjectName } = entry;
  return {
    entryId,
    occurred,
    actor: {
      kind: actor.kind,
      ...(actor.id !== null && { id: actor.id }),
      ...(actor.name !== null && { name: actor.name }),
    },
    action,
    subject: {
      kind: subjectKind,
      ...(subjectId !== null && { id: subjectId }),
      ...(subjectName !== null && { name: subjectName }),
    },
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

function readCursor(cursor: string | undefined): AuditFilter['after'] {
  const key = decodeCursor(cursor, 2);
  if (!key) return undefined;
  const [at = '', entryId = ''] = key;
  const occurred = parseMoment(at);
  if (!occurred) throw invalidCursor();
  return { occurred, entryId };
}

/** /operator/v1/audit: who did what. */
export async function auditRoutes(app: FastifyInstance, options: AuditRouteOptions): Promise<void> {
  registerRoutes(app, options, [['GET', '/operator/v1/audit', getAudit, { verb: 'audit.read' }]]);
}
