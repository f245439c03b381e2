import { hash } from 'node:crypto';
import { parse as parseCsv } from 'csv-parse/sync';
import { XMLValidator } from 'fast-xml-parser';
import Mustache from 'mustache';
import type { MachineSettings, TicketFormat } from './machine-rules.ts';

/** Templates are parsed for each job. The cache of the library has no limit. */
Mustache.templateCache = undefined;

export const NAME_TEMPLATE_LENGTH_MAX = 300;
export const TICKET_TEMPLATE_LENGTH_MAX = 20_000;
/** Bytes of a file name, which leaves room for a folder in the 260 characters of Windows. */
const NAME_BYTES_MAX = 150;
const DIGEST_LENGTH = 8;
const NAME_TAGS: [string, string] = ['{', '}'];
const TICKET_TAGS: [string, string] = ['{{', '}}'];

/** The fields of a name or a ticket. Texts are empty, and numbers 0, where there is no value. */
export interface PrintView {
  code: string;
  order: string;
  client: string;
  batch: string;
  place: number;
  technology: string;
  location: string;
  step: number;
  sku: string;
  article: string;
  color: string;
  size: string;
  /** Treatment of the garment for DTG, such as WHITE_UNDERBASE. */
  treatment: string;
  width: number;
  height: number;
  copies: number;
  /** ISO 8601 in UTC. */
  due: string;
  rush: boolean;
  /** 0, or the number of the successor of a rejected piece. */
  attempt: number;
  machine: string;
  /** On a gang sheet, each print has the code of its piece. */
  prints: { code?: string; step: number; technology: string; location: string; width: number; height: number }[];
}
/** Fields of the file, which only tickets know. */
type TicketView = PrintView & { file: string; bytes: number; sha256: string; type: string };

const SAMPLE: TicketView = {
  ...{ code: 'P0000000120', order: 'SHOP-10002', client: 'Demo Shop', batch: '17', place: 4 },
  ...{ technology: 'DTG', location: 'REGULAR', step: 1, sku: 'ST-CREATOR-BLK-M', article: 'Creator Tee' },
  ...{ color: 'Black', size: 'M', treatment: 'WHITE_UNDERBASE', width: 300, height: 400, copies: 1 },
  ...{ due: '2026-01-31T12:00:00.000Z', rush: true, attempt: 0, machine: 'Kornit 1', file: '', bytes: 1_048_576 },
  ...{ sha256: hash('sha256', ''), type: 'image/png' },
  prints: [
    { step: 1, technology: 'DTG', location: 'REGULAR', width: 300, height: 400 },
    { step: 2, technology: 'DTG', location: 'BACK', width: 280.5, height: 350 },
  ],
};
/** Texts that break a format which does not escape them. */
const HOSTILE = `a"b'<c>&d;e,f\tg\nh\\{{i}}]]>${'x'.repeat(300)}`;
const HOSTILE_SAMPLE: TicketView = {
  ...SAMPLE,
  ...{ order: HOSTILE, client: HOSTILE, sku: HOSTILE, article: HOSTILE, color: HOSTILE, size: HOSTILE, batch: '' },
  ...{ location: HOSTILE, technology: HOSTILE, due: '', rush: false, treatment: '', machine: HOSTILE },
};
const { file: _file, bytes: _bytes, sha256: _sha256, type: _type, prints: _prints, ...NAME_FIELDS } = SAMPLE;
const PRINT_FIELDS = [...Object.keys(SAMPLE.prints[0]!), 'last'];
export const FIELDS_OF_NAMES = Object.keys(NAME_FIELDS);
export const FIELDS_OF_TICKETS = Object.keys(SAMPLE);

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/tiff': 'tif',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
};
const KNOWN_EXTENSION = /\.(png|tiff?|jpe?g|pdf)$/i;

export function extensionOfPrint(mediaType: string): string {
  return EXTENSIONS[mediaType] ?? 'bin';
}

/** Characters that file systems and shells of Windows, macOS or Linux refuse. */
const REFUSED_IN_NAMES = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const RESERVED_NAME = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?=\.|$)/i;

/** Returns the name of the file, which every file system takes. A long name is cut and gets a digest. */
export function fileNameOf(template: string, view: PrintView, mediaType: string): string {
  const base = template.replace(KNOWN_EXTENSION, '');
  const rendered = Mustache.render(base, view, {}, { tags: NAME_TAGS, escape: (value) => cleanInName(String(value)) });
  const name = rendered.normalize('NFC').replace(/^[. ]+|[. ]+$/g, '');
  const safe = RESERVED_NAME.test(name) ? `_${name}` : name;
  return `${shorten(safe)}.${extensionOfPrint(mediaType)}`;
}

function cleanInName(value: string): string {
  return value.toWellFormed().replace(REFUSED_IN_NAMES, '-');
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= NAME_BYTES_MAX) return name;
  const end = `~${hash('sha256', name).slice(0, DIGEST_LENGTH)}`;
  const kept = Buffer.from(name)
    .subarray(0, NAME_BYTES_MAX - end.length)
    .toString('utf8');
  return `${kept.replace(/[\uFFFD. ]+$/g, '')}${end}`;
}

export function ticketNameOf(fileName: string, format: TicketFormat): string {
  return fileName.replace(/\.\w+$/, `.${format.toLowerCase()}`);
}

const ESCAPES: Readonly<Record<TicketFormat, (value: string) => string>> = {
  JSON: (value) => JSON.stringify(value).slice(1, -1),
  XML: (value) =>
    value
      .toWellFormed()
      .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
      .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`),
  CSV: (value) => (/[",;\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value),
};

/** Returns the ticket. Values are escaped by its format. */
export function ticketOf({ format, template }: { format: TicketFormat; template: string }, view: TicketView): string {
  const escapeValue = ESCAPES[format];
  const prints = view.prints.map((one, index) => ({ ...one, last: index === view.prints.length - 1 }));
  const options = { tags: TICKET_TAGS, escape: (value: unknown) => escapeValue(String(value)) };
  return Mustache.render(template, { ...view, prints }, {}, options);
}

const MISTAKES = {
  template_unclosed: 'The template has a tag that is not closed or not opened: {fault}.',
  template_field_unknown: 'There is no field {field}. Fields: {fields}.',
  template_tag_refused: 'The tag {tag} is not possible here.',
  template_result_invalid: 'With some values, the ticket is no valid {format}: {fault}.',
  template_name_character: 'File systems refuse {character} in names.',
  template_name_reserved: 'Windows reserves this name. Begin the name with another word.',
  template_name_dot: 'A name must not begin or end with a dot or a space.',
  template_name_without: 'The name needs {field}, so that no two files have the same name.',
} as const;
export const TEMPLATE_MISTAKES = Object.keys(MISTAKES) as MistakeCode[];
type MistakeCode = keyof typeof MISTAKES;

/** A mistake of a template, at a field of the machine. */
export interface TemplateMistake {
  pointer: '/nameTemplate' | '/ticket/template';
  code: MistakeCode;
  params: Record<string, string>;
  message: string;
}

export interface TemplatePreview {
  mistakes: TemplateMistake[];
  /** Absent if the template cannot be read. */
  fileName?: string;
  ticketName?: string;
  ticket?: string;
}

type Templates = Pick<MachineSettings, 'nameTemplate' | 'ticket'>;

/** Renders both templates with a sample, and checks the results, also with texts that are hard to escape. */
export function previewTemplates({ nameTemplate, ticket }: Templates): TemplatePreview {
  const mistakes: TemplateMistake[] = [];
  const add =
    (pointer: TemplateMistake['pointer']): AddMistake =>
    (code, params = {}) => {
      const message = MISTAKES[code].replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
      mistakes.push({ pointer, code, params, message });
    };
  checkName(nameTemplate, add('/nameTemplate'));
  const fileName = mistakes.length === 0 ? fileNameOf(nameTemplate, SAMPLE, SAMPLE.type) : undefined;
  if (ticket === null) return { mistakes, ...(fileName !== undefined && { fileName }) };
  const before = mistakes.length;
  const addToTicket = add('/ticket/template');
  checkFields(ticket.template, TICKET_TAGS, FIELDS_OF_TICKETS, addToTicket);
  const file = fileName ?? 'file.png';
  const text = mistakes.length === before ? ticketOf(ticket, { ...SAMPLE, file }) : undefined;
  if (text !== undefined) {
    const fault = faultOf(ticket.format, text) ?? faultOf(ticket.format, ticketOf(ticket, { ...HOSTILE_SAMPLE, file }));
    if (fault !== undefined) addToTicket('template_result_invalid', { format: ticket.format, fault });
  }
  return {
    mistakes,
    ...(fileName !== undefined && { fileName, ticketName: ticketNameOf(fileName, ticket.format) }),
    ...(text !== undefined && { ticket: text }),
  };
}

type AddMistake = (code: MistakeCode, params?: Record<string, string>) => void;

function checkName(template: string, add: AddMistake): void {
  const base = template.replace(KNOWN_EXTENSION, '');
  const tokens = checkFields(base, NAME_TAGS, FIELDS_OF_NAMES, add);
  if (!tokens) return;
  const text = tokens.flatMap(([type, value]) => (type === 'text' ? [value] : [])).join('');
  const [refused] = text.match(REFUSED_IN_NAMES) ?? [];
  if (refused !== undefined) add('template_name_character', { character: JSON.stringify(refused) });
  if (RESERVED_NAME.test(template.replace(/^_+/, ''))) add('template_name_reserved');
  if (/^[. ]|[. ]$/.test(base)) add('template_name_dot');
  const names = tokens.flatMap(([type, value]) => (type === 'name' ? [value] : []));
  if (!names.includes('code')) add('template_name_without', { field: '{code}' });
  if (!names.includes('location') && !names.includes('step')) add('template_name_without', { field: '{location}' });
}

type Token = [type: string, value: string, start: number, end: number, children?: Token[]];

/** Adds a mistake for an unclosed tag, an unknown field or a tag that escapes nothing. Returns the tokens. */
function checkFields(
  template: string,
  tags: [string, string],
  fields: readonly string[],
  add: AddMistake,
): Token[] | undefined {
  let tokens: Token[];
  try {
    tokens = Mustache.parse(template, tags) as Token[];
  } catch (error) {
    add('template_unclosed', { fault: (error as Error).message });
    return undefined;
  }
  const tag = (name: string) => `${tags[0]}${name}${tags[1]}`;
  const check = (all: readonly Token[], known: readonly string[]): void => {
    for (const [type, value, , , children] of all) {
      if (type === 'text' || type === '!') continue;
      if (!/^(name|#|\^)$/.test(type) || (tags === NAME_TAGS && type !== 'name'))
        add('template_tag_refused', { tag: tag(type === '&' ? `{${value}}` : `${type}${value}`) });
      else if (!known.includes(value)) add('template_field_unknown', { field: tag(value), fields: known.join(', ') });
      // Loops are not nested.
      else if (children)
        check(
          children,
          value === 'prints' && type === '#' ? [...known.filter((one) => one !== value), ...PRINT_FIELDS] : known,
        );
    }
  };
  check(tokens, fields);
  return tokens;
}

const CSV_DELIMITERS = [',', ';', '\t'];

/** Returns why the text is not in the format; undefined if it is. */
function faultOf(format: TicketFormat, text: string): string | undefined {
  try {
    if (format === 'JSON') JSON.parse(text);
    else if (format === 'CSV') {
      const rows: string[][] = parseCsv(text, { delimiter: CSV_DELIMITERS, skipEmptyLines: true });
      if (rows.length === 0) return 'no rows';
    } else {
      const result = XMLValidator.validate(text.trim());
      if (result !== true) return `${result.err.msg} (line ${result.err.line})`;
    }
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n')[0];
  }
}

/** Templates to begin with. They are copied into a machine, and changed there. */
export const READY_TEMPLATES: readonly ({ name: 'GENERIC' | 'KORNIT' | 'DURST' } & Templates)[] = [
  {
    name: 'GENERIC',
    nameTemplate: '{code}_{location}_{technology}_{sku}_{width}x{height}mm_{copies}.png',
    ticket: {
      format: 'JSON',
      isFirst: false,
      template: `{
  "code": "{{code}}",
  "file": "{{file}}",
  "sha256": "{{sha256}}",
  "order": "{{order}}",
  "client": "{{client}}",
  "batch": "{{batch}}",
  "technology": "{{technology}}",
  "location": "{{location}}",
  "sku": "{{sku}}",
  "color": "{{color}}",
  "size": "{{size}}",
  "widthMm": {{width}},
  "heightMm": {{height}},
  "copies": {{copies}},
  "rush": {{rush}},
  "prints": [{{#prints}}
    { "location": "{{location}}", "technology": "{{technology}}", "widthMm": {{width}}, "heightMm": {{height}} }{{^last}},{{/last}}{{/prints}}
  ]
}
`,
    },
  },
  {
    name: 'KORNIT',
    nameTemplate: '{code}_{location}.png',
    ticket: {
      format: 'XML',
      isFirst: false,
      template: `<?xml version="1.0" encoding="UTF-8"?>
<Job>
  <Barcode>{{code}}</Barcode>
  <FileName>{{file}}</FileName>
  <Copies>{{copies}}</Copies>
  <Garment sku="{{sku}}" color="{{color}}" size="{{size}}" treatment="{{treatment}}"/>
  <Print location="{{location}}" widthMm="{{width}}" heightMm="{{height}}"/>
  <Order id="{{order}}" batch="{{batch}}" rush="{{rush}}"/>
</Job>
`,
    },
  },
  {
    name: 'DURST',
    nameTemplate: '{code}_{location}_{width}x{height}mm.pdf',
    ticket: {
      format: 'XML',
      isFirst: false,
      template: `<HotfolderJob>
  <ProductionJob name="{{code}} {{location}}" externalId="{{order}}" comment="{{article}} {{color}} {{size}}">
    <PrintItem name="{{code}}" unit="mm" width="{{width}}" height="{{height}}" numberOfCopies="{{copies}}" pages="1" url="file:/hotfolder/{{file}}"/>
  </ProductionJob>
</HotfolderJob>
`,
    },
  },
];
