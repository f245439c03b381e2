import { queryOptions } from '@tanstack/react-query';
import { api } from '../../shared/api/operator-client.ts';
import type { ScanAnswer } from './station-api.ts';

export type PackedParcel = NonNullable<ScanAnswer['parcel']>;
export type PackedLine = PackedParcel['items'][number];
export type Paper = PackedParcel['papers'][number];
export type ParcelProblem = NonNullable<PackedParcel['problem']>;

/** A person waits at the station while a paper is printed. */
const PRINTING_MS = 1_000;
const CALM_MS = 5_000;
/** Print states that do not change without a person. */
const AT_REST: readonly Paper['state'][] = ['printed', 'cancelled'];

export const areAtRest = (papers: readonly Paper[]): boolean => papers.every(({ state }) => AT_REST.includes(state));

/** Reads the print states of a parcel's papers. */
export const parcelQuery = (code: string) =>
  queryOptions({
    queryKey: ['parcels', code],
    queryFn: ({ signal }) => api.GET('/operator/v1/parcels/{code}', { params: { path: { code } }, signal }),
    refetchInterval: ({ state }) => (areAtRest(state.data?.papers ?? []) ? CALM_MS : PRINTING_MS),
    refetchIntervalInBackground: true,
  });
