import { type TSchema, Type } from 'typebox';
import { scanCodeOf } from '../../../platform/formats/scan-codes.ts';
import {
  booleanField,
  integerField,
  integerFrom,
  integerIn,
  oneOf,
  SEVERAL_LINES,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import {
  MACHINE_JOB_STATES,
  MACHINE_KINDS,
  MACHINE_MODES,
  TICKET_FORMATS,
  UNWANTED,
} from '../../../printing/machines/machine-rules.ts';
import {
  FIELDS_OF_NAMES,
  FIELDS_OF_TICKETS,
  NAME_TEMPLATE_LENGTH_MAX,
  READY_TEMPLATES,
  TEMPLATE_MISTAKES,
  TICKET_TEMPLATE_LENGTH_MAX,
} from '../../../printing/machines/machine-templates.ts';
import { KEEP_DAYS_MAX, ROLL_MM, USUAL_SETTINGS } from '../../../printing/machines/manage-machines.ts';
import { CODE_LENGTH_MAX, orderFields, SHA256, staffPaging, strictObject, text } from '../fields/operator-schemas.ts';

const NAME_LENGTH_MAX = 80;
const ADDRESS_LENGTH_MAX = 1_000;
const SECRET_LENGTH_MAX = 10_000;
const RULES_MAX = 500;

const MACHINE_ID = '019a5c7e-3b1f-7c2d-8e4a-5f6071829333';
const JOB_ID = '019a5c7e-4c20-7d3e-9f5b-60718293a444';
const NOW = '2026-01-31T12:00:00.000Z';

const machineId = stringField('Identifier of the machine.', MACHINE_ID);
export const MachineParams = Type.Object({ machineId });
export const MachineJobParams = Type.Object({ jobId: stringField('Identifier of the file.', JOB_ID) });

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const name = text(NAME_LENGTH_MAX, 'Name of the machine. Unique.', 'Kornit 1');
const kind = oneOf(
  MACHINE_KINDS,
  'Where the machine takes its files. FOLDER: a mounted share. SFTP: a folder of an SFTP server. BUCKET: an S3 bucket. IPP: a printer. HTTP: a server that receives files. BROWSER: staff download the files.',
  'FOLDER',
);
const mode = oneOf(
  MACHINE_MODES,
  'When a file is put into the queue. RELEASE: with its batch. MAKE_SCAN: when its piece is scanned at MAKE. BY_HAND: when a person sends it.',
  'RELEASE',
);
const address = text(
  ADDRESS_LENGTH_MAX,
  'FOLDER: a whole path. SFTP: a URI with the folder, such as sftp://10.0.0.7/jobs. BUCKET: URL of the bucket and a folder in it. IPP: a URI. HTTP: a URL. BROWSER: absent. Private addresses are allowed.',
  '/mnt/kornit-1',
);
const user = text(CODE_LENGTH_MAX, 'SFTP: the user. BUCKET: the access key ID. Other kinds: absent.', 'platen');
const hostKey = text(CODE_LENGTH_MAX, 'SFTP: fingerprint of the host key. `testMachine` returns it.', 'SHA256:2f1c');
const region = text(CODE_LENGTH_MAX, 'BUCKET: the region. Absent: us-east-1.', 'eu-central-1');
const nameTemplate = text(
  NAME_TEMPLATE_LENGTH_MAX,
  'Name of a file, with fields in braces. The ending follows the type of the file.',
  USUAL_SETTINGS.nameTemplate,
);
const ticket = strictObject(
  'MachineTicket',
  'A job ticket beside each file.',
  {
    format: oneOf(TICKET_FORMATS, 'Format. Values are escaped by it.', 'JSON'),
    template: Type.String({
      minLength: 1,
      maxLength: TICKET_TEMPLATE_LENGTH_MAX,
      pattern: SEVERAL_LINES,
      description: 'A template of Mustache, with fields in double braces and the loop `{{#prints}}…{{/prints}}`.',
      examples: ['{ "code": "{{code}}" }'],
    }),
    isFirst: booleanField('true: the ticket is put before the file. false: after it.', false),
  },
  { format: 'JSON', template: '{ "code": "{{code}}", "file": "{{file}}" }', isFirst: false },
);
const removesMade = booleanField('Whether a file that is still there is removed when its piece is made.', true);
const keepDays = integerIn(1, KEEP_DAYS_MAX, 'Days after which a file that is still there is removed.', 14);
const roll = strictObject(
  'SheetRoll',
  'A roll on which the prints of several pieces are nested as gang sheets.',
  {
    widthMm: integerIn(...ROLL_MM.width, 'Width of the roll in millimeters.', 560),
    gapMm: integerIn(...ROLL_MM.gap, 'Millimeters between two prints, and to the edges.', 10),
    lengthMaxMm: integerIn(...ROLL_MM.length, 'Greatest length of a sheet in millimeters.', 2_000),
  },
  { widthMm: 560, gapMm: 10, lengthMaxMm: 2_000 },
);
const secret = Type.String({
  minLength: 1,
  maxLength: SECRET_LENGTH_MAX,
  pattern: SEVERAL_LINES,
  description:
    'SFTP: the password, or a private key. BUCKET: the secret access key. HTTP: the bearer token. It is encrypted, and no answer contains it.',
  examples: ['a-secret'],
});

const EXAMPLE = {
  ...{ name: 'Kornit 1', kind: 'FOLDER', mode: 'RELEASE', address: '/mnt/kornit-1' },
  ...{ nameTemplate: USUAL_SETTINGS.nameTemplate, removesMade: true, keepDays: 14 },
};
const NULL = 'Null: none.';
const optional = {
  address: Type.Optional(orNull(address, NULL)),
  user: Type.Optional(orNull(user, NULL)),
  hostKey: Type.Optional(orNull(hostKey, NULL)),
  region: Type.Optional(orNull(region, NULL)),
  nameTemplate: Type.Optional(nameTemplate),
  ticket: Type.Optional(orNull(ticket, 'The ticket. Null: the machine gets none.')),
  removesMade: Type.Optional(removesMade),
  keepDays: Type.Optional(keepDays),
  roll: Type.Optional(orNull(roll, 'The roll of gang sheets. Null: each print is a file of its own.')),
};
export const NewMachineRequest = strictObject(
  'NewMachineRequest',
  'A new machine.',
  { name, kind, mode, ...optional, secret: Type.Optional(secret) },
  EXAMPLE,
);
export const MachineChangeRequest = strictObject(
  'MachineChangeRequest',
  'The fields to change. Absent fields keep their value.',
  {
    name: Type.Optional(name),
    mode: Type.Optional(mode),
    ...optional,
    secret: Type.Optional(orNull(secret, 'A new secret. Null deletes it.')),
  },
  { keepDays: 3 },
);

const reason = stringField(
  'Why files cannot be put to the machine. The guide to machines lists the names.',
  'folder_full',
);
export const MACHINE_EXAMPLE = {
  ...{ machineId: MACHINE_ID, ...EXAMPLE, hasSecret: false, created: NOW },
  ...{ waiting: 0, written: 0, taken: 0, failed: 0, waitingPrints: 0 },
};
export const MachineSchema = titledObject(
  'Machine',
  'A machine that takes print files. Only callers who may change machines see its address and user.',
  {
    machineId,
    name,
    kind,
    mode,
    address: Type.Optional(address),
    user: Type.Optional(user),
    hostKey: Type.Optional(hostKey),
    region: Type.Optional(region),
    nameTemplate,
    ticket: Type.Optional(ticket),
    removesMade,
    keepDays,
    roll: Type.Optional(roll),
    hasSecret: booleanField('Whether a secret is stored.', false),
    created: Timestamp('When it was added.'),
    stopped: Type.Optional(Timestamp('When a person stopped it. Absent: it runs.')),
    failingSince: Type.Optional(Timestamp('Since when files cannot be put to it. Absent: the last attempt worked.')),
    lastError: Type.Optional(reason),
    nextAttempt: Type.Optional(Timestamp('When the next attempt starts.')),
    waiting: integerFrom(0, 'Number of files that wait.', 3),
    written: integerFrom(0, 'Number of files that the machine has not taken.', 2),
    taken: integerFrom(0, 'Number of taken files whose pieces are not made.', 1),
    failed: integerFrom(0, 'Number of files that a person must look at.', 0),
    waitingPrints: integerFrom(0, 'Number of prints that wait for a gang sheet; at most 1,000.', 0),
    oldest: Type.Optional(Timestamp('When the oldest waiting file was put into the queue.')),
  },
  MACHINE_EXAMPLE,
);

export const MachineTestSchema = titledObject(
  'MachineTest',
  'The result of a test.',
  {
    works: booleanField('Whether a test file could be written and removed, or the server has answered.', true),
    reason: Type.Optional(reason),
    hostKey: Type.Optional(hostKey),
  },
  { works: true },
);

const rule = strictObject('MachineRule', 'A rule with its conditions. All of them must hold.', {
  machineId,
  technology: Type.Optional(text(CODE_LENGTH_MAX, 'Technology of the print.', 'DTG')),
  manufacturerCode: Type.Optional(text(CODE_LENGTH_MAX, 'The article.', 'ST-CREATOR')),
  stationId: Type.Optional(text(CODE_LENGTH_MAX, 'The station that scans the piece at MAKE.')),
});
const RULES = { rules: [{ machineId: MACHINE_ID, technology: 'DTG' }] };
const rules = Type.Array(rule, {
  maxItems: RULES_MAX,
  description:
    'The rules. The fitting rule with the most specific condition decides: a station before an article, an article before a technology.',
});
export const MachineRulesRequest = strictObject('MachineRulesRequest', 'All rules.', { rules }, RULES);
export const MachineRulesSchema = titledObject('MachineRules', 'The rules that choose machines.', { rules }, RULES);

export const TemplatePreviewRequest = strictObject(
  'TemplatePreviewRequest',
  'The templates to check.',
  { nameTemplate, ticket: Type.Optional(orNull(ticket, 'The ticket. Null: none.')) },
  {
    nameTemplate: '{code}_{location}.png',
    ticket: { format: 'JSON', template: '{ "code": "{{code}}" }', isFirst: false },
  },
);
const pointer = oneOf(['/nameTemplate', '/ticket/template'], 'The template.', '/ticket/template');
export const TemplatePreviewSchema = titledObject(
  'TemplatePreview',
  'What the templates make of a sample.',
  {
    mistakes: Type.Array(
      titledObject('TemplateMistake', 'A mistake of a template.', {
        pointer,
        code: oneOf(TEMPLATE_MISTAKES, 'Name of the mistake.', 'template_field_unknown'),
        params: Type.Record(Type.String(), Type.String(), { description: 'Values of the message.' }),
        message: stringField('The mistake in English.'),
      }),
      { description: 'Mistakes. A machine with a mistake is not saved.' },
    ),
    fileName: Type.Optional(stringField('Name of the file.', 'P0000000120_REGULAR.png')),
    ticketName: Type.Optional(stringField('Name of the ticket.', 'P0000000120_REGULAR.json')),
    ticket: Type.Optional(stringField('Content of the ticket.', '{ "code": "P0000000120" }')),
  },
  {
    mistakes: [],
    fileName: 'P0000000120_REGULAR.png',
    ticketName: 'P0000000120_REGULAR.json',
    ticket: '{ "code": "P0000000120" }',
  },
);
export const TemplatesSchema = titledObject(
  'MachineTemplates',
  'Templates to begin with, and the fields of all templates.',
  {
    templates: Type.Array(
      titledObject('MachineTemplate', 'A template to copy into a machine.', {
        name: oneOf(
          READY_TEMPLATES.map((one) => one.name),
          'GENERIC: for any RIP. KORNIT, DURST: in the style of these.',
          'GENERIC',
        ),
        nameTemplate,
        ticket,
      }),
      { description: 'The templates.' },
    ),
    nameFields: Type.Array(Type.String(), { description: 'Fields of names.', examples: [FIELDS_OF_NAMES] }),
    ticketFields: Type.Array(Type.String(), { description: 'Fields of tickets.', examples: [FIELDS_OF_TICKETS] }),
  },
);

export const MACHINE_JOB_EXAMPLE = {
  ...{ jobId: JOB_ID, machineId: MACHINE_ID, clientId: 'demo-shop', orderId: 'SHOP-10002' },
  ...{ piece: scanCodeOf('piece', 12), batchId: '17', location: 'REGULAR', technology: 'DTG', sha256: SHA256 },
  ...{ bytes: 1_048_576, mediaType: 'image/png', widthMm: 300, heightMm: 400, copies: 1 },
  ...{ fileName: 'P0000000120_REGULAR.png', ticketName: 'P0000000120_REGULAR.json', state: 'WRITTEN', attempts: 0 },
  ...{ created: NOW, changed: NOW },
};
export const MachineJobSchema = titledObject(
  'MachineJob',
  'A print file for a machine.',
  {
    jobId: MachineJobParams.properties.jobId,
    machineId,
    clientId: Type.Optional(stringField('Client of the order. Absent: a gang sheet.')),
    orderId: Type.Optional(stringField('The orderId. Absent: a gang sheet.')),
    piece: stringField('Code of the piece, or of the gang sheet.', scanCodeOf('piece', 12)),
    batchId: Type.Optional(stringField('Number of the batch.', '17')),
    location: stringField('Location of the print.', 'REGULAR'),
    technology: stringField('Technology of the print.', 'DTG'),
    sha256: Type.Optional(stringField('SHA-256 of the file. Absent: there is no file, or it was erased.', SHA256)),
    bytes: integerField('Size of the file in bytes.', 1_048_576),
    mediaType: stringField('Media type of the file.', 'image/png'),
    widthMm: Type.Number({ description: 'Width of the print in millimeters.', examples: [300] }),
    heightMm: Type.Number({ description: 'Height of the print in millimeters.', examples: [400] }),
    copies: integerField('Number of prints.', 1),
    fileName: stringField('Name of the file at the machine.', 'P0000000120_REGULAR.png'),
    ticketName: Type.Optional(stringField('Name of the ticket at the machine.', 'P0000000120_REGULAR.json')),
    state: oneOf(
      MACHINE_JOB_STATES,
      'WAITING: in the queue. WRITING, PLACING: being written. WRITTEN: the machine can take it. TAKEN: the machine took it. DONE: its piece is made. WITHDRAWN: Platen took it back. FAILED: a person must look at it.',
    ),
    cause: Type.Optional(
      stringField('Why it is in this state. The guide to machines lists the names.', 'outcome_unknown'),
    ),
    unwanted: Type.Optional(oneOf(UNWANTED, 'Why the file should leave the machine.')),
    attempts: integerField('Number of attempts to write it.', 1),
    created: Timestamp('When it was put into the queue.'),
    changed: Timestamp('When it got its state.'),
  },
  MACHINE_JOB_EXAMPLE,
);
const states = ['waiting', 'written', 'taken', 'failed', 'ended'] as const;
export const MachineJobListQuery = Type.Object({
  state: Type.Optional(oneOf(states, 'Only files in this part of the queue. ended: DONE and WITHDRAWN.', 'failed')),
  ...staffPaging,
});

export const SendFilesRequest = strictObject(
  'SendFilesRequest',
  'Where the files go.',
  { machineId: Type.Optional(text(CODE_LENGTH_MAX, 'The machine. Absent: the rules choose.', MACHINE_ID)) },
  { machineId: MACHINE_ID },
);
export const SendFilesSchema = titledObject(
  'SendFiles',
  'Files are put into the queues in the background.',
  { requested: booleanField('Whether the request was stored.', true) },
  { requested: true },
);

export const GangSheetParams = Type.Object({
  sheet: stringField('Code of the gang sheet: G and ten digits.', scanCodeOf('sheet', 12)),
});
const standings = ['TO_MAKE', ...UNWANTED] as const;
export const GangSheetSchema = titledObject(
  'GangSheet',
  'A sheet of a roll with the prints of several pieces.',
  {
    sheet: GangSheetParams.properties.sheet,
    machineId,
    created: Timestamp('When the prints were placed on it.'),
    drawn: Type.Optional(Timestamp('When its file was put into the queue. Absent: it is still drawn.')),
    widthMm: Type.Number({ description: 'Width of the roll in millimeters.', examples: [560] }),
    lengthMm: Type.Number({ description: 'Length of the sheet in millimeters.', examples: [1_240] }),
    picture: Type.Optional(stringField('Path of a WebP picture of the sheet. Absent: there is none.')),
    prints: Type.Array(
      titledObject('GangPrint', 'A print on the sheet.', {
        piece: stringField('Code of the piece.', scanCodeOf('piece', 12)),
        ...orderFields,
        location: stringField('Location of the print.', 'FRONT'),
        technology: stringField('Technology of the print.', 'DTF'),
        widthMm: Type.Number({ description: 'Width of the print in millimeters.', examples: [300] }),
        heightMm: Type.Number({ description: 'Height of the print in millimeters.', examples: [400] }),
        leftMm: Type.Number({ description: 'Millimeters from the left edge of the sheet.', examples: [10] }),
        topMm: Type.Number({ description: 'Millimeters from the top edge of the sheet.', examples: [32] }),
        standing: oneOf(
          standings,
          'TO_MAKE: the print is still to be used. MADE: it was used. The others say why it is not used.',
          'TO_MAKE',
        ),
      }),
      { description: 'The prints, from top to bottom.' },
    ),
  },
  {
    ...{ sheet: scanCodeOf('sheet', 12), machineId: MACHINE_ID, created: NOW, drawn: NOW, widthMm: 560, lengthMm: 442 },
    picture: `/operator/v1/gang-sheets/${scanCodeOf('sheet', 12)}/picture`,
    prints: [
      {
        ...{ piece: scanCodeOf('piece', 12), clientId: 'demo-shop', orderId: 'SHOP-10002', location: 'REGULAR' },
        ...{ technology: 'DTF', widthMm: 300, heightMm: 390, leftMm: 10, topMm: 32, standing: 'TO_MAKE' },
      },
    ],
  },
);
