import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import { PrintAreaSchema, printAreaFields } from '../../../catalog/catalog-schemas.ts';
import { FIT_POSITIONS, FITS } from '../../../catalog/printing/placement-rules.ts';
import { areaFaults } from '../../../catalog/printing/print-area-rules.ts';
import {
  listCatalogTechnologies,
  listFittingRules,
  listPrintAreas,
  listPrintTechnologies,
} from '../../../catalog/printing/print-settings-store.ts';
import { usualTechnology } from '../../../catalog/printing/print-technologies.ts';
import { findStaffArticle } from '../../../catalog/staff-catalog-store.ts';
import { saveFittingRules, savePrintAreas, savePrintTechnology } from '../../../operations/save-print-settings.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { articleNotFound, type Violation } from '../../../platform/errors/errors.ts';
import {
  booleanField,
  ifMatchAnswers,
  integerIn,
  oneOf,
  readAnswers,
  stringField,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { ifMatchHeader, mayReplaceText, sendJson } from '../../../platform/http/etag.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { CLIENT_ID, CODE_LENGTH_MAX, strictObject, text } from '../fields/operator-schemas.ts';
import { blankFaults, readById, type StaffContext, withoutNulls } from '../fields/staff-requests.ts';
import { ArticleParams } from './staff-catalog-schemas.ts';

const route = routeUnder<StaffContext>('Catalogue');
const AREAS_MAX = 2_000;
const RULES_MAX = 1_000;
const AREAS_PATH = '/operator/v1/articles/:manufacturerCode/print-areas';
const RULES_PATH = '/operator/v1/fitting-rules';
const TECHNOLOGIES_PATH = '/operator/v1/print-technologies';
const headers = Type.Object(ifMatchHeader);

export const AREAS_EXAMPLE = {
  areas: [
    { location: 'REGULAR', area: { widthMm: 355.6, heightMm: 406.4, origin: 'COLLAR', topMm: 70, side: 'FRONT' } },
    {
      location: 'REGULAR',
      size: 'XS',
      area: { widthMm: 300, heightMm: 340, origin: 'COLLAR', topMm: 60, side: 'FRONT' },
    },
  ],
};
const articleArea = {
  location: text(CODE_LENGTH_MAX, 'Location on the article.', 'REGULAR'),
  size: Type.Optional(
    text(
      CODE_LENGTH_MAX,
      'Size of the variants to which it applies. Absent: each size without an area of its own.',
      'M',
    ),
  ),
};
const PrintAreasSchema = titledObject(
  'PrintAreas',
  'The print areas of an article. They replace the areas of its variants.',
  {
    areas: Type.Array(
      titledObject('ArticlePrintArea', 'A print area of an article.', { ...articleArea, area: PrintAreaSchema }),
      { description: 'The areas, by location and size.' },
    ),
  },
  AREAS_EXAMPLE,
);
const PrintAreasRequest = strictObject(
  'PrintAreasRequest',
  'All print areas of the article.',
  {
    areas: Type.Array(
      strictObject('ArticlePrintAreaRequest', 'A print area of an article.', {
        ...articleArea,
        area: strictObject('PrintAreaRequest', 'The area.', printAreaFields),
      }),
      { maxItems: AREAS_MAX, description: `The areas, at most ${AREAS_MAX}. Each location and size has at most one.` },
    ),
  },
  AREAS_EXAMPLE,
);

async function readAreas(pool: Pool, manufacturerCode: string): Promise<string> {
  await readById(manufacturerCode, (code) => findStaffArticle(pool, code), articleNotFound);
  const areas = await withRetry(() => listPrintAreas(pool, manufacturerCode));
  return JSON.stringify({ areas: areas.map(withoutNulls) });
}

const getPrintAreas = route({
  operationId: 'getPrintAreas',
  summary: 'Read the print areas of an article',
  description: 'Returns the areas with an ETag for `If-Match`.',
  params: ArticleParams,
  response: readAnswers('The print areas.', PrintAreasSchema, 'article_not_found'),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, await readAreas(pool, request.params.manufacturerCode)),
});

const putPrintAreas = route({
  config: { moreFaults: ({ body }) => overlapFaults(Object(body).areas) },
  operationId: 'savePrintAreas',
  summary: 'Replace the print areas of an article',
  description:
    'Areas on one side must not overlap. The print files of orders in ASSIGNED and ACCEPTED are made again where they change. Idempotent: sending it again changes nothing. With `If-Match`, they are changed only if they still have that ETag.',
  params: ArticleParams,
  headers,
  body: PrintAreasRequest,
  response: ifMatchAnswers('The print areas as they are now.', PrintAreasSchema, 'article_not_found'),
  handler: async ({ pool, clock }, request, reply) => {
    const { manufacturerCode } = request.params;
    mayReplaceText(request, await readAreas(pool, manufacturerCode));
    await savePrintAreas(pool, manufacturerCode, request.body.areas, { by: actorOf(request.caller), now: clock() });
    return sendJson(request, reply, await readAreas(pool, manufacturerCode));
  },
});

function overlapFaults(areas: unknown): Violation[] {
  const isArea = (one: unknown) => typeof one === 'object' && one !== null && typeof Object(one).area === 'object';
  if (!Array.isArray(areas) || !areas.every(isArea)) return [];
  return areaFaults(areas).map(({ index, code, message }) => ({ pointer: `/areas/${index}`, code, message }));
}

const ruleFields = {
  clientId: Type.Optional(text(CODE_LENGTH_MAX, 'The client. Absent: every client.', CLIENT_ID)),
  manufacturerCode: Type.Optional(text(CODE_LENGTH_MAX, 'The article. Absent: every article.', 'ST-CREATOR')),
  fit: oneOf(
    FITS,
    'CONTAIN: the whole artwork as large as the area allows. COVER: fills the area, and cuts the rest. ACTUAL: in its own size.',
  ),
  position: oneOf(FIT_POSITIONS, 'Where artwork lies in its area.'),
};
export const RULES_EXAMPLE = { rules: [{ manufacturerCode: 'ST-CREATOR', fit: 'CONTAIN', position: 'TOP' }] };
const RULES_DESCRIPTION =
  'How artwork is fitted into print areas. A rule for client and article goes before one for the article, and that before one for the client. Without a rule: CONTAIN and TOP.';
const FittingRulesSchema = titledObject(
  'FittingRules',
  RULES_DESCRIPTION,
  { rules: Type.Array(titledObject('FittingRule', 'A rule.', ruleFields), { description: 'The rules.' }) },
  RULES_EXAMPLE,
);
const FittingRulesRequest = strictObject(
  'FittingRulesRequest',
  RULES_DESCRIPTION,
  {
    rules: Type.Array(strictObject('FittingRuleRequest', 'A rule.', ruleFields), {
      maxItems: RULES_MAX,
      description: `All rules, at most ${RULES_MAX}. A client and an article together have at most one.`,
    }),
  },
  RULES_EXAMPLE,
);

async function readRules(pool: Pool): Promise<string> {
  return JSON.stringify({ rules: (await withRetry(() => listFittingRules(pool))).map(withoutNulls) });
}

const getFittingRules = route({
  operationId: 'getFittingRules',
  summary: 'Read the fitting rules',
  description: 'Returns the rules with an ETag for `If-Match`.',
  response: readAnswers('The rules.', FittingRulesSchema),
  handler: async ({ pool }, request, reply) => sendJson(request, reply, await readRules(pool)),
});

const putFittingRules = route({
  config: { moreFaults: ({ body }) => repeatedRules(Object(body).rules) },
  operationId: 'saveFittingRules',
  summary: 'Replace the fitting rules',
  description:
    'The print files of orders in ASSIGNED and ACCEPTED are made again where they change. Idempotent: sending it again changes nothing. With `If-Match`, they are changed only if they still have that ETag.',
  headers,
  body: FittingRulesRequest,
  response: ifMatchAnswers('The rules as they are now.', FittingRulesSchema),
  handler: async ({ pool, clock }, request, reply) => {
    mayReplaceText(request, await readRules(pool));
    await saveFittingRules(pool, request.body.rules, { by: actorOf(request.caller), now: clock() });
    return sendJson(request, reply, await readRules(pool));
  },
});

function repeatedRules(rules: unknown): Violation[] {
  if (!Array.isArray(rules)) return [];
  const seen = new Set<string>();
  return rules.flatMap((rule, index) => {
    const { clientId = '', manufacturerCode = '' } = Object(rule);
    const key = JSON.stringify([clientId, manufacturerCode]);
    const message = 'There are two rules for this client and article.';
    if (seen.has(key)) return [{ pointer: `/rules/${index}`, code: 'duplicate', message }];
    seen.add(key);
    return [];
  });
}

const technologyFields = {
  isMirrored: booleanField('Whether print files are mirrored, as for films and papers that are turned over.'),
  pictureKind: oneOf(['PNG', 'TIFF'], 'Kind of print file for pictures.'),
  keepsPdf: booleanField('true: PDF artwork stays a PDF. false: it is drawn at `dpi`.'),
  dpi: integerIn(72, 2_400, 'Pixels per inch at which PDF artwork is drawn.', 300),
  needsAlpha: booleanField('Whether artwork without transparency gets a warning.'),
};
const TECHNOLOGY_EXAMPLE = { isMirrored: true, pictureKind: 'PNG', keepsPdf: true, dpi: 300, needsAlpha: true };
const TechnologySchema = titledObject(
  'PrintTechnology',
  'How the print files of a technology are made.',
  { technology: stringField('Name of the technology in the catalogue.', 'DTF'), ...technologyFields },
  { technology: 'DTF', ...TECHNOLOGY_EXAMPLE },
);
const TechnologiesSchema = titledObject(
  'PrintTechnologies',
  'The technologies of the catalogue.',
  { technologies: Type.Array(TechnologySchema, { description: 'The technologies, by name.' }) },
  { technologies: [{ technology: 'DTF', ...TECHNOLOGY_EXAMPLE }] },
);
const TechnologyParams = Type.Object({
  technology: text(CODE_LENGTH_MAX, 'Name of the technology, percent-encoded.', 'DTF'),
});

const getTechnologies = route({
  operationId: 'listPrintTechnologies',
  summary: 'List the technologies and their print files',
  description: 'Lists the technologies of the catalogue, and those that were changed.',
  response: readAnswers('The technologies.', TechnologiesSchema),
  handler: async ({ pool }, request, reply) => {
    const [names, changed] = await Promise.all([
      withRetry(() => listCatalogTechnologies(pool)),
      withRetry(() => listPrintTechnologies(pool)),
    ]);
    const known = new Map(changed.map((one) => [one.technology, one]));
    const technologies = [...new Set([...names, ...known.keys()])]
      .sort()
      .map((technology) => known.get(technology) ?? { technology, ...usualTechnology(technology) });
    return sendJson(request, reply, { technologies });
  },
});

async function readTechnology(pool: Pool, technology: string): Promise<string> {
  const changed = (await withRetry(() => listPrintTechnologies(pool))).find((one) => one.technology === technology);
  return JSON.stringify(changed ?? { technology, ...usualTechnology(technology) });
}

const putTechnology = route({
  config: { moreFaults: ({ params }) => blankFaults(params as Static<typeof TechnologyParams>) },
  operationId: 'savePrintTechnology',
  summary: 'Change how the print files of a technology are made',
  description:
    'The print files of orders in ASSIGNED and ACCEPTED are made again where they change. Idempotent: sending it again changes nothing. With `If-Match`, it is changed only if it still has that ETag.',
  params: TechnologyParams,
  headers,
  body: {
    ...strictObject('PrintTechnologyRequest', 'The settings.', technologyFields),
    examples: [TECHNOLOGY_EXAMPLE],
  },
  response: ifMatchAnswers('The settings as they are now.', TechnologySchema),
  handler: async ({ pool, clock }, request, reply) => {
    const { technology } = request.params;
    mayReplaceText(request, await readTechnology(pool, technology));
    const settings = { ...request.body, technology };
    await savePrintTechnology(pool, settings, { by: actorOf(request.caller), now: clock() });
    return sendJson(request, reply, await readTechnology(pool, technology));
  },
});

export const printSettingsRoutes = routeTable<StaffContext>([
  ['GET', AREAS_PATH, getPrintAreas, { verb: 'catalog.read' }],
  ['PUT', AREAS_PATH, putPrintAreas, { verb: 'catalog.change' }],
  ['GET', RULES_PATH, getFittingRules, { verb: 'catalog.read' }],
  ['PUT', RULES_PATH, putFittingRules, { verb: 'catalog.change' }],
  ['GET', TECHNOLOGIES_PATH, getTechnologies, { verb: 'catalog.read' }],
  ['PUT', `${TECHNOLOGIES_PATH}/:technology`, putTechnology, { verb: 'catalog.change' }],
]);
