import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { changeAnswers, readAnswers, withExample } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { registerRoutes, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { ownPortsOf } from '../../../printing/connect-printer.ts';
import type { MachineRule, MachineSettings } from '../../../printing/machines/machine-rules.ts';
import {
  findMachine,
  type ListedMachine,
  listMachineRules,
  listMachines,
} from '../../../printing/machines/machine-store.ts';
import {
  FIELDS_OF_NAMES,
  FIELDS_OF_TICKETS,
  previewTemplates,
  READY_TEMPLATES,
} from '../../../printing/machines/machine-templates.ts';
import {
  addMachine,
  changeMachine,
  type ManageMachines,
  machineNotFound,
  removeMachine,
  saveMachineRules,
  testMachine,
  USUAL_SETTINGS,
} from '../../../printing/machines/manage-machines.ts';
import { mayDo } from '../../../staff/role-rules.ts';
import { createdAnswers, emptyAnswers, plainAnswers } from '../fields/operator-schemas.ts';
import { readById, refuseBadNames, type StaffContext, withoutNulls } from '../fields/staff-requests.ts';
import {
  MACHINE_EXAMPLE,
  MachineChangeRequest,
  MachineParams,
  MachineRulesRequest,
  MachineRulesSchema,
  MachineSchema,
  MachineTestSchema,
  NewMachineRequest,
  TemplatePreviewRequest,
  TemplatePreviewSchema,
  TemplatesSchema,
} from './machine-schemas.ts';

const route = routeUnder<MachineContext>('Machines');

interface MachineRouteOptions extends StaffContext {
  config: Pick<Config, 'BASE_URL' | 'PORT' | 'METRICS_PORT' | 'DATA_DIR'>;
  encryptionKey: Uint8Array;
  onMachine: (machineId: string) => void;
}
type MachineContext = MachineRouteOptions & ManageMachines;

const MACHINES = '/operator/v1/machines';

const getMachines = route({
  operationId: 'listMachines',
  summary: 'List the machines',
  description: 'Returns all machines, sorted by name, with the numbers of files in their queues.',
  response: readAnswers('The machines.', Type.Array(MachineSchema)),
  handler: async ({ pool }, request, reply) => {
    const machines = await withRetry(() => listMachines(pool));
    const rows = machines.map((one) => showMachine(request, one));
    return sendJson(request, reply, rows);
  },
});

const getMachine = route({
  operationId: 'getMachine',
  summary: 'Read one machine',
  description: 'Returns the machine without its secret.',
  params: MachineParams,
  response: readAnswers('The machine.', MachineSchema, 'machine_not_found'),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, showMachine(request, await read(pool, request.params.machineId))),
});

const postMachine = route({
  config: refuseBadNames('name'),
  operationId: 'addMachine',
  summary: 'Add a machine',
  description: 'Refused with a mistake in a template. Files are put to the machine when a rule names it.',
  body: NewMachineRequest,
  response: createdAnswers(
    'The machine.',
    MachineSchema,
    'Address of the machine.',
    'machine_name_taken',
    'too_many_machines',
  ),
  handler: async (context, request, reply) => {
    const { name, kind, mode, secret, ...settings } = request.body;
    const fields = {
      name,
      kind,
      mode,
      settings: { ...USUAL_SETTINGS, ...settings },
      ...(secret !== undefined && { secret }),
    };
    const { machineId } = await addMachine(context, fields, doingOf(context, request));
    reply.code(201).header('location', `${context.config.BASE_URL}${MACHINES}/${machineId}`);
    return showMachine(request, await read(context.pool, machineId));
  },
});

const patchMachine = route({
  config: refuseBadNames('name'),
  operationId: 'changeMachine',
  summary: 'Change a machine',
  description:
    'Refused with a mistake in a template. Files that wait keep their names and tickets. The machine is tried again at once. Idempotent: repeating the request changes nothing.',
  params: MachineParams,
  body: MachineChangeRequest,
  response: changeAnswers(
    'The changed machine.',
    MachineSchema,
    ...(['machine_not_found', 'machine_name_taken', 'machine_in_use'] as const),
  ),
  handler: async (context, request) => {
    const { name, mode, secret, ...given } = request.body;
    const settings = given as Partial<MachineSettings>;
    const change = {
      ...(name !== undefined && { name }),
      ...(mode !== undefined && { mode }),
      ...(Object.keys(settings).length > 0 && { settings }),
      secret,
    };
    const { machineId } = await changeMachine(context, request.params.machineId, change, doingOf(context, request));
    context.onMachine(machineId);
    return showMachine(request, await read(context.pool, machineId));
  },
});

const deleteMachine = route({
  operationId: 'deleteMachine',
  summary: 'Delete a machine',
  description: 'Deletes its rules too. Refused while files or prints wait for the machine, or files lie at it.',
  params: MachineParams,
  response: emptyAnswers('The machine is deleted.', 'machine_not_found', 'machine_in_use'),
  handler: async (context, request, reply) => {
    const { machineId } = await read(context.pool, request.params.machineId);
    await removeMachine(context.pool, machineId, doingOf(context, request));
    return reply.code(204).send();
  },
});

const postTest = route({
  operationId: 'testMachine',
  summary: 'Test a machine',
  description:
    'Writes a test file and removes it, or asks the server for an answer. For an SFTP server whose host key is not known, returns its fingerprint: compare it, and save it as `hostKey`.',
  params: MachineParams,
  response: plainAnswers('The result.', MachineTestSchema, 'machine_not_found'),
  handler: async (context, { params }) => testMachine(context, await read(context.pool, params.machineId)),
});

const stopRoute = (operationId: string, summary: string, description: string, isStopped: boolean) =>
  route({
    operationId,
    summary,
    description: `${description} Idempotent: repeating the request changes nothing.`,
    params: MachineParams,
    response: isStopped
      ? withExample(
          { ...MACHINE_EXAMPLE, stopped: MACHINE_EXAMPLE.created },
          plainAnswers('The machine.', MachineSchema, 'machine_not_found'),
        )
      : plainAnswers('The machine.', MachineSchema, 'machine_not_found'),
    handler: async (context, request) => {
      const { machineId } = await read(context.pool, request.params.machineId);
      await changeMachine(context, machineId, { isStopped }, doingOf(context, request));
      context.onMachine(machineId);
      return showMachine(request, await read(context.pool, machineId));
    },
  });
const postStop = stopRoute(
  'stopMachine',
  'Stop a machine',
  'No file is put to it until it is resumed; its files wait.',
  true,
);
const postResume = stopRoute(
  'resumeMachine',
  'Resume a machine',
  'Its waiting files are put to it, oldest first.',
  false,
);

const getRules = route({
  operationId: 'listMachineRules',
  summary: 'List the machine rules',
  description:
    'The fitting rule with the most specific condition decides: a station before an article, an article before a technology.',
  response: readAnswers('The rules.', MachineRulesSchema),
  handler: async ({ pool }, request, reply) => {
    const rules = (await withRetry(() => listMachineRules(pool))).map(withoutNulls);
    return sendJson(request, reply, { rules });
  },
});

const putRules = route({
  operationId: 'replaceMachineRules',
  summary: 'Replace the machine rules',
  description: 'A print that no rule fits goes to no machine. Idempotent: repeating the request changes nothing.',
  body: MachineRulesRequest,
  response: changeAnswers('The rules.', MachineRulesSchema),
  handler: async (context, request) => {
    const rules = request.body.rules.map(
      ({ machineId, technology = null, manufacturerCode = null, stationId = null }): MachineRule => ({
        ...{ machineId, technology, manufacturerCode, stationId },
      }),
    );
    await saveMachineRules(context.pool, rules, doingOf(context, request));
    return { rules: rules.map(withoutNulls) };
  },
});

const getTemplates = route({
  operationId: 'listMachineTemplates',
  summary: 'List the templates for machines',
  description: 'Returns templates to begin with, and the fields of all templates.',
  response: readAnswers('The templates.', TemplatesSchema),
  handler: async (_context, request, reply) =>
    sendJson(request, reply, {
      templates: READY_TEMPLATES,
      nameFields: FIELDS_OF_NAMES,
      ticketFields: FIELDS_OF_TICKETS,
    }),
});

const postPreview = route({
  operationId: 'previewMachineTemplates',
  summary: 'Check templates before they are saved',
  description: 'Renders a sample, and checks the result also with texts that need escaping, and with long ones.',
  body: TemplatePreviewRequest,
  response: changeAnswers('The result.', TemplatePreviewSchema),
  handler: async (_context, { body: { nameTemplate, ticket = null } }) => previewTemplates({ nameTemplate, ticket }),
});

const doingOf = ({ clock }: MachineContext, { caller }: FastifyRequest) => ({ by: actorOf(caller), now: clock() });

function read(pool: Pool, machineId: string): Promise<ListedMachine> {
  return readById(machineId, (id) => findMachine(pool, id), machineNotFound);
}

/** Returns the machine, without its address for callers who cannot change it, and never with its secret. */
function showMachine({ caller }: FastifyRequest, machine: ListedMachine) {
  const { settings, secretEncrypted, failures: _, looked: _looked, ...shown } = machine;
  const { address, user, hostKey, region, ...rest } = settings;
  const hidden = mayDo(caller.role, 'machines.change') ? { address, user, hostKey, region } : {};
  return withoutNulls({ ...shown, ...rest, ...hidden, hasSecret: secretEncrypted !== null });
}

export async function machineRoutes(app: FastifyInstance, options: MachineRouteOptions): Promise<void> {
  const { config, pool } = options;
  const context: MachineContext = { ...options, ownPorts: ownPortsOf(config, pool), dataDir: config.DATA_DIR };
  registerRoutes(app, context, [
    ['GET', MACHINES, getMachines, { verb: 'floor.read' }],
    ['POST', MACHINES, postMachine, { verb: 'machines.change' }],
    ['GET', `${MACHINES}/:machineId`, getMachine, { verb: 'floor.read' }],
    ['PATCH', `${MACHINES}/:machineId`, patchMachine, { verb: 'machines.change' }],
    ['DELETE', `${MACHINES}/:machineId`, deleteMachine, { verb: 'machines.change' }],
    ['POST', `${MACHINES}/:machineId/test`, postTest, { verb: 'machines.change' }],
    ['POST', `${MACHINES}/:machineId/stop`, postStop, { verb: 'production.work' }],
    ['POST', `${MACHINES}/:machineId/resume`, postResume, { verb: 'production.work' }],
    ['GET', '/operator/v1/machine-rules', getRules, { verb: 'floor.read' }],
    ['PUT', '/operator/v1/machine-rules', putRules, { verb: 'machines.change' }],
    ['GET', '/operator/v1/machine-templates', getTemplates, { verb: 'floor.read' }],
    ['POST', '/operator/v1/machine-templates/preview', postPreview, { verb: 'machines.change' }],
  ]);
}
