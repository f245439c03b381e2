import { api, operatorApi, type Schemas } from '../api/operator-client.ts';

export type PrintJob = Schemas['PrintJob'];
export type PrintVerb = 'take' | 'confirm' | 'retry' | 'cancel';

export const changePrintJob = (jobId: string, verb: PrintVerb): Promise<PrintJob> =>
  api.POST(`/operator/v1/print-jobs/{jobId}/${verb}`, { params: { path: { jobId } } });

/** Prints a job again. Requests with the same key print once. */
export const reprint = (jobId: string, reason: string, key: string): Promise<PrintJob> =>
  api.POST('/operator/v1/print-jobs/{jobId}/reprint', {
    params: { path: { jobId }, header: { 'idempotency-key': key } },
    body: { reason },
  });

export async function readDocument({ jobId, contentType }: Pick<PrintJob, 'jobId' | 'contentType'>): Promise<Blob> {
  const { data } = await operatorApi.GET('/operator/v1/print-jobs/{jobId}/document', {
    params: { path: { jobId } },
    parseAs: 'blob',
  });
  return new Blob([data as unknown as Blob], { type: contentType });
}
