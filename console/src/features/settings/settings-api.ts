import { queryOptions } from '@tanstack/react-query';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';

export type Service = Schemas['ServiceSettings'];
export type Setting = Schemas['Setting'];

/** The disk and the health change by themselves, slowly. */
const LOOK_AGAIN_MS = 30_000;

/** GET /operator/v1/settings */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => contentOf(operatorApi.GET('/operator/v1/settings')),
  refetchInterval: LOOK_AGAIN_MS,
});
