import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { ApiError } from '../../../platform/errors/errors.ts';
import {
  answer,
  integerField,
  oneOf,
  openErrorAnswers,
  readAnswers,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { registerRoutes, routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import {
  createWallBoard,
  openWallBoard,
  revokeWallBoard,
  STATIONS_MAX,
  shareFigures,
} from '../../../reports/wall-board.ts';
import { listWallBoards, type WallBoard } from '../../../reports/wall-board-store.ts';
import { COUNT_LIMIT, createdAnswers, emptyAnswers, strictObject, text } from '../fields/operator-schemas.ts';
import { refuseBadNames, type StaffContext, withoutNulls } from '../fields/staff-requests.ts';

interface WallContext extends StaffContext {
  config: Pick<Config, 'BASE_URL' | 'CENTER_NAME' | 'TIME_ZONE'>;
}

const route = routeUnder<WallContext>('Reports');
const openRoute = routeUnder<WallContext & { figures: ReturnType<typeof shareFigures> }>('Reports');
const BOARDS = '/operator/v1/wall-boards';
const NAME_LENGTH_MAX = 80;
const TOKEN_LENGTH_MAX = 100;
const BOARD_ID = '0198c0df-33cc-7d44-8e55-f66071829304';
const TOKEN = 'q3Xz7Lr0-1fJa5H4TG2smICGKf_LUP_GsfXDCRlhtx4';
const name = (description: string) => text(NAME_LENGTH_MAX, description, 'Packing hall');

const WallBoardSchema = titledObject(
  'WallBoard',
  'A link for a screen in the shop. It opens the wall board, and nothing else.',
  {
    boardId: stringField('Identifier of the board.', BOARD_ID),
    name: name('Name, such as the place of the screen.'),
    created: Timestamp('When the link was created.'),
    seen: Type.Optional(Timestamp('When the link was last used, to some minutes. Absent: never.')),
  },
  { boardId: BOARD_ID, name: 'Packing hall', created: '2026-01-31T12:00:00.000Z' },
);

const showBoard = (board: WallBoard) => withoutNulls(board);

const getBoards = route({
  operationId: 'listWallBoards',
  summary: 'List the wall boards',
  description: 'Sorted by creation, oldest first. Links are not returned.',
  response: readAnswers('The boards.', Type.Array(WallBoardSchema)),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, (await withRetry(() => listWallBoards(pool))).map(showBoard)),
});

const postBoard = route({
  config: refuseBadNames('name'),
  operationId: 'createWallBoard',
  summary: 'Create a wall board',
  description: 'Returns the link. It needs no sign-in, and works until it is revoked.',
  body: strictObject('WallBoardRequest', 'A new wall board.', { name: name('Name, such as the place of the screen.') }),
  response: createdAnswers(
    'The board with its link.',
    titledObject('WallBoardLink', 'A wall board with its link.', {
      board: WallBoardSchema,
      link: Type.String({
        description: 'Address of the page. It appears in this answer only.',
        format: 'uri',
        examples: [`http://localhost:8080/console/wall#${TOKEN}`],
      }),
    }),
    'Address of the list of boards.',
    'too_many_wall_boards',
  ),
  handler: async ({ pool, clock, config: { BASE_URL: baseUrl } }, { body, caller }, reply) => {
    const doing = { by: actorOf(caller), now: clock() };
    const { board, link } = await createWallBoard(pool, { name: body.name.trim(), baseUrl }, doing);
    reply.code(201).header('location', `${baseUrl}${BOARDS}`);
    return { board: showBoard(board), link };
  },
});

const deleteBoard = route({
  operationId: 'revokeWallBoard',
  summary: 'Revoke the link of a wall board',
  description: 'The link stops working at once.',
  params: Type.Object({ boardId: stringField('The board.', BOARD_ID) }),
  response: emptyAnswers('The link is revoked.', 'wall_board_not_found'),
  handler: async ({ pool, clock }, { params, caller }, reply) => {
    const doing = { by: actorOf(caller), now: clock() };
    if (await revokeWallBoard(pool, params.boardId, doing)) return reply.code(204).send();
    throw new ApiError('wall_board_not_found', 'There is no wall board with that boardId.');
  },
});

const pieces = (description: string, example: number) => integerField(`Pieces ${description}.`, example);
const WallFiguresSchema = titledObject(
  'WallFigures',
  'The figures on a wall board. They name no orders, clients or people.',
  {
    center: stringField('Name of the center.', 'Platen'),
    timeZone: stringField('Time zone of the center.', 'Europe/Berlin'),
    read: Timestamp('When the figures were counted.'),
    late: integerField(`Overdue open orders. ${COUNT_LIMIT}`, 2),
    atRisk: integerField(`Orders that are due within 4 hours, or later today and not in production. ${COUNT_LIMIT}`, 5),
    technologies: Type.Array(
      titledObject('WallTechnology', 'The pieces of one technology.', {
        technology: stringField('The technology of the first step.', 'DTG'),
        toMake: pieces('to make', 120),
        made: pieces('that were made and wait to be checked', 8),
        checked: pieces('that were checked and wait to be packed', 3),
        packedToday: pieces('that were packed today', 240),
      }),
      { description: 'The technologies, the one with the most pieces to make first.' },
    ),
    stations: Type.Array(
      titledObject('WallStation', 'The work of a station in the last hour.', {
        station: stringField('Name of the station.', 'Press 1'),
        work: oneOf(['MAKE', 'CHECK', 'PACK'], 'The work.'),
        pieces: pieces('of this work in the last hour', 42),
      }),
      { description: `The stations with the most pieces first, at most ${STATIONS_MAX}.` },
    ),
  },
  {
    ...{ center: 'Platen', timeZone: 'UTC', read: '2026-01-31T12:00:00.000Z', late: 0, atRisk: 0 },
    ...{ technologies: [], stations: [] },
  },
);

const getFigures = openRoute({
  operationId: 'readWallBoard',
  summary: 'Read the figures of a wall board',
  description: 'Needs only the token of the link, and nobody is signed in by it. The figures may be ten seconds old.',
  security: [],
  headers: Type.Object({
    'x-wall-token': Type.String({
      maxLength: TOKEN_LENGTH_MAX,
      description: 'Token of the link: the part after the #.',
      examples: [TOKEN],
    }),
  }),
  response: { 200: answer('The figures.', WallFiguresSchema), ...openErrorAnswers('wall_board_not_found') },
  handler: async ({ config, pool, clock, figures }, request, reply) => {
    await openWallBoard(pool, String(request.headers['x-wall-token']), clock());
    reply.header('cache-control', 'no-store');
    return { center: config.CENTER_NAME, timeZone: config.TIME_ZONE, ...(await figures.read()) };
  },
});

/** Registers the only route of the links, which needs no sign-in. */
export async function wallFiguresRoutes(app: FastifyInstance, options: WallContext): Promise<void> {
  const figures = shareFigures(options.pool, options.clock, options.config);
  registerRoutes(app, { ...options, figures }, [['GET', '/operator/v1/wall-board', getFigures]]);
}

export const wallBoardRoutes = routeTable<WallContext>([
  ['GET', BOARDS, getBoards, { verb: 'stations.read' }],
  ['POST', BOARDS, postBoard, { verb: 'stations.change' }],
  ['DELETE', `${BOARDS}/:boardId`, deleteBoard, { verb: 'stations.change' }],
]);
