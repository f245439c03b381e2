import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery, steadyQuery } from '../../shared/api/query-client.ts';
import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';
import { readOwnCode } from '../../shared/scan/own-code-rules.ts';

export type Machine = Schemas['Machine'];
export type MachineKind = Machine['kind'];
export type MachineMode = Machine['mode'];
export type MachineJob = Schemas['MachineJob'];
export type MachineRule = Schemas['MachineRule'];
export type SheetRoll = Schemas['SheetRoll'];
export type GangSheet = Schemas['GangSheet'];
export type Ticket = Schemas['MachineTicket'];
export type TemplatePreview = Schemas['TemplatePreview'];

export const KINDS: readonly MachineKind[] = ['FOLDER', 'SFTP', 'BUCKET', 'IPP', 'HTTP', 'BROWSER'];
export const MODES: readonly MachineMode[] = ['RELEASE', 'MAKE_SCAN', 'BY_HAND'];

export const MACHINES_KEY = ['machines'];
const MACHINES = '/operator/v1/machines';
const MACHINE = `${MACHINES}/{machineId}` as const;
const RULES = '/operator/v1/machine-rules';

export const machinesQuery = polledQuery([...MACHINES_KEY, 'list'], MACHINES);
export const machineQuery = (machineId: string) =>
  polledQuery([...MACHINES_KEY, 'one', machineId], MACHINE, { path: { machineId } });
export const rulesQuery = polledQuery([...MACHINES_KEY, 'rules'], RULES);
export const templatesQuery = polledQuery([...MACHINES_KEY, 'templates'], '/operator/v1/machine-templates');
export const stationsQuery = polledQuery(['stations', 'for machines'], '/operator/v1/stations', {
  query: { limit: 200 },
});
export const articlesQuery = (q: string) =>
  steadyQuery([...MACHINES_KEY, 'articles', q], (signal) =>
    api.GET('/operator/v1/articles', { params: { query: { type: 'BLANK', ...(q !== '' && { q }) } }, signal }),
  );

export const PARTS = ['waiting', 'written', 'taken', 'failed', 'ended'] as const;
export const readQueueSearch = searchReader({ state: oneOf(PARTS), cursor: readText });
export type QueueSearch = ReturnType<typeof readQueueSearch>;
export const queueQuery = (machineId: string, search: QueueSearch) =>
  listQuery([...MACHINES_KEY, 'queue', machineId, search], `${MACHINE}/jobs`, { path: { machineId }, query: search });

/** The fields of the dialog. An empty secret keeps the stored one. */
export interface MachineFields {
  name: string;
  kind: MachineKind;
  mode: MachineMode;
  address: string;
  user: string;
  secret: string;
  hostKey: string;
  region: string;
  nameTemplate: string;
  ticket: Ticket | null;
  removesMade: boolean;
  keepDays: number;
  roll: SheetRoll | null;
}

/** Adds a machine, or changes `before`. */
export function saveMachine({ kind, secret, ...fields }: MachineFields, before: Machine | undefined) {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const body = {
    ...{ ...fields, name: fields.name.trim(), address: orNull(fields.address), user: orNull(fields.user) },
    ...{ hostKey: orNull(fields.hostKey), region: orNull(fields.region), ...(secret !== '' && { secret }) },
  };
  return before
    ? api.PATCH(MACHINE, { params: { path: { machineId: before.machineId } }, body })
    : api.POST(MACHINES, { body: { ...body, kind } });
}

const ofMachine = (machineId: string) => ({ params: { path: { machineId } } });

export const deleteMachine = (machineId: string) => api.DELETE(MACHINE, ofMachine(machineId));
export const testMachine = (machineId: string) => api.POST(`${MACHINE}/test`, ofMachine(machineId));
export const trustHostKey = (machineId: string, hostKey: string) =>
  api.PATCH(MACHINE, { ...ofMachine(machineId), body: { hostKey } });
export const stopMachine = (machineId: string) => api.POST(`${MACHINE}/stop`, ofMachine(machineId));
export const resumeMachine = (machineId: string) => api.POST(`${MACHINE}/resume`, ofMachine(machineId));

export const saveRules = (rules: MachineRule[]) => api.PUT(RULES, { body: { rules } });

export const makeSheets = (machineId: string) => api.POST(`${MACHINE}/sheets`, ofMachine(machineId));
export const sheetQuery = (sheet: string) =>
  polledQuery([...MACHINES_KEY, 'sheet', sheet], '/operator/v1/gang-sheets/{sheet}', { path: { sheet } });
/** Returns whether the code of a file is the one of a gang sheet. */
export const isSheet = (code: string) => readOwnCode(code)?.kind === 'sheet';

const JOB = '/operator/v1/machine-jobs/{jobId}';
const ofJob = (jobId: string) => ({ params: { path: { jobId } } });
export const sendAgain = (jobId: string) => api.POST(`${JOB}/send`, ofJob(jobId));
export const markTaken = (jobId: string) => api.POST(`${JOB}/take`, ofJob(jobId));
export const takeBack = (jobId: string) => api.POST(`${JOB}/withdraw`, ofJob(jobId));
export const filePath = (jobId: string) => `/operator/v1/machine-jobs/${jobId}/file`;

export const previewQuery = (body: Pick<MachineFields, 'nameTemplate' | 'ticket'>) =>
  queryOptions({
    queryKey: [...MACHINES_KEY, 'preview', body],
    queryFn: () => api.POST('/operator/v1/machine-templates/preview', { body }),
    enabled: body.nameTemplate !== '' && body.ticket?.template !== '',
    placeholderData: keepPreviousData,
  });
