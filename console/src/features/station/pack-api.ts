import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { polledQuery } from '../../shared/api/query-client.ts';
import type { Identity } from '../../shared/scan/queue-rules.ts';
import { readLatestScan, type ScanAnswer } from './station-api.ts';

export type PackedParcel = NonNullable<ScanAnswer['parcel']>;
export type PackedLine = PackedParcel['items'][number];
export type Paper = PackedParcel['papers'][number];

/** A person waits at the station while a paper is printed. */
const PRINTING_MS = 1_000;
const CALM_MS = 5_000;
/** Print states that do not change without a person. */
const AT_REST: readonly Paper['state'][] = ['printed', 'cancelled'];

export const areAtRest = (papers: readonly Paper[]): boolean => papers.every(({ state }) => AT_REST.includes(state));

/** A parcel with its order, as the station watches it. */
export type WatchedParcel = Schemas['PackedParcel'];

/** Whether the label is being bought or printed, also after failures. */
export const isLabelComing = ({ state, label }: PackedParcel): boolean =>
  state === 'PACKED' && label?.state === 'COMING';

export type ParcelBox = Schemas['Package'];

export const packagesQuery = polledQuery(['packages'], '/operator/v1/packages');

export const setPackage = ({ code, ...body }: { code: string } & Schemas['ParcelPackageRequest']) =>
  api.PUT('/operator/v1/parcels/{code}/package', { params: { path: { code } }, body });

/** Reads the state of a parcel, of its label, and of its papers. */
export const parcelQuery = (code: string) =>
  queryOptions({
    queryKey: ['parcels', code],
    queryFn: ({ signal }) => api.GET('/operator/v1/parcels/{code}', { params: { path: { code } }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data && areAtRest(data.papers) && !(isLabelComing(data) && !data.problem) ? CALM_MS : PRINTING_MS,
    refetchIntervalInBackground: true,
  });

/** Reads the open parcel of the station again, because another station may have taken it over. */
export const presentQuery = (code: string | undefined, by: Identity) =>
  queryOptions({
    queryKey: ['scans', 'present', code, by.station],
    queryFn: async ({ signal }) => (await readLatestScan('PACK', by, signal)) ?? null,
    enabled: code !== undefined,
    refetchInterval: CALM_MS,
  });
