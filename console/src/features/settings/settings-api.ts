import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';

export type Service = Schemas['ServiceSettings'];
export type Setting = Schemas['Setting'];

/** Free disk space and health change slowly. */
const LOOK_AGAIN_MS = 30_000;

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => api.GET('/operator/v1/settings'),
  refetchInterval: LOOK_AGAIN_MS,
});
