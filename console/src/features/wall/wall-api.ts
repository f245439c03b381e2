import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { oneOf, searchReader } from '../../shared/list/text-search.ts';

export type Figures = Schemas['WallFigures'];

const WALL_POLL_MS = 15_000;

/** Reads the figures with the token of the link, also while the page is in the background. */
export const figuresQuery = (token: string) =>
  queryOptions({
    queryKey: ['wall', token],
    queryFn: ({ signal }) =>
      api.GET('/operator/v1/wall-board', { params: { header: { 'x-wall-token': token } }, signal }),
    refetchInterval: WALL_POLL_MS,
    refetchIntervalInBackground: true,
    retry: false,
  });

/** A screen has no keyboard, so its link says language and appearance. Absent: as the browser. */
export const readWallSearch = searchReader({ language: oneOf(['en', 'de']), appearance: oneOf(['light', 'dark']) });
