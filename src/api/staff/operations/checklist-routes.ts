import type { Pool } from 'pg';
import { Type } from 'typebox';
import { CHECKLIST_STEPS, dismissChecklist, PRINTED_ON, readChecklist } from '../../../operations/opening-checklist.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import {
  booleanField,
  changeAnswers,
  oneOf,
  readAnswers,
  titledObject,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { strictObject } from '../fields/operator-schemas.ts';

const route = routeUnder<ChecklistOptions>('Service');
const PATH = '/operator/v1/settings/checklist';

interface ChecklistOptions {
  config: Config;
  pool: Pool;
  clock: () => Date;
  environment: Readonly<Record<string, string | undefined>>;
}

const stepsOf = (done: readonly string[]) => CHECKLIST_STEPS.map((name) => ({ name, done: done.includes(name) }));
const EXAMPLE = { done: false, dismissed: false, steps: stepsOf(['client', 'catalogue', 'printers']) };

const ChecklistSchema = titledObject(
  'Checklist',
  'What a center needs before its first day.',
  {
    done: booleanField('Whether every step is done.'),
    dismissed: booleanField('Whether an admin dismissed the checklist, so that *Today* does not show it.'),
    steps: Type.Array(
      titledObject('ChecklistStep', 'One need.', {
        name: oneOf(
          CHECKLIST_STEPS,
          'center: name and address. staff: a second account. client: a customer that is no sandbox. printers: one for each size of paper. postage: a label rule. publicAddress: BASE_URL with TLS.',
        ),
        done: booleanField('Whether it is fulfilled.'),
        missing: Type.Optional(
          Type.Array(oneOf(PRINTED_ON, 'A size of paper.'), {
            description: 'Sizes of paper for which there is no printer. A4: also Letter.',
          }),
        ),
      }),
      { description: 'The steps in the order in which a center takes them.' },
    ),
  },
  EXAMPLE,
);

const getChecklist = route({
  operationId: 'getChecklist',
  summary: 'Read the checklist of the opening',
  description: 'Checks the settings, people, clients, catalogue, printers, backups and the public address.',
  response: readAnswers('The checklist.', ChecklistSchema),
  handler: async ({ pool, config, environment }, request, reply) =>
    sendJson(request, reply, await readChecklist(pool, config, environment)),
});

const putChecklist = route({
  operationId: 'dismissChecklist',
  summary: 'Dismiss the checklist of the opening',
  description: 'Applies to the whole center. Idempotent: sending it again changes nothing.',
  body: strictObject(
    'ChecklistRequest',
    'Whether the checklist is dismissed.',
    { dismissed: booleanField('true: *Today* no longer shows the checklist. false: it shows it again.', true) },
    { dismissed: true },
  ),
  response: withExample({ ...EXAMPLE, dismissed: true }, changeAnswers('The checklist as it is now.', ChecklistSchema)),
  handler: async ({ pool, config, environment, clock }, { body, caller }) => {
    await dismissChecklist(pool, config, body.dismissed, { by: actorOf(caller), now: clock() });
    return readChecklist(pool, config, environment);
  },
});

export const checklistRoutes = routeTable<ChecklistOptions>([
  ['GET', PATH, getChecklist, { verb: 'settings.read' }],
  ['PUT', PATH, putChecklist, { verb: 'settings.change' }],
]);
