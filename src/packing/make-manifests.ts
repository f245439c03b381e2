import { SYSTEM } from '../platform/audit/actor.ts';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { enqueuePrintJob } from '../printing/manage-print-jobs.ts';
import { PDF } from '../printing/printing-rules.ts';
import type { SentenceCode } from '../production/floor-sentences.ts';
import { LabelError, unusableAnswer } from '../shipping/labels/label-provider.ts';
import { findProvider } from '../shipping/labels/label-provider-store.ts';
import { callWithProvider } from '../shipping/labels/manage-label-providers.ts';
import { type LabelJobContext, retryAt } from './buy-labels.ts';
import { HAND_OVER_PARCELS_MAX } from './hand-over-rules.ts';
import { listDueManifests, listManifestLabels, type Manifest, updateManifest } from './manifest-store.ts';

/** Makes the due manifests of a hand-over list, and prints them. */
export async function makeManifests(context: LabelJobContext, handOverId: string, signal: AbortSignal): Promise<void> {
  const { pool, clock } = context;
  const due = await withRetry(() => listDueManifests(pool, handOverId, clock()));
  for (const manifest of due) {
    try {
      await makeManifest(context, manifest, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof LabelError)) throw error;
      const { fault, problem, words: lastError } = error;
      const code: SentenceCode = problem === 'label_refused' ? 'manifest_refused' : problem;
      const state = fault === 'refused' ? 'failed' : 'wanted';
      await withRetry(() =>
        updateManifest(pool, manifest, { state, problem: code, lastError, due: retryAt(manifest.attempts, clock()) }),
      );
    }
  }
}

async function makeManifest(context: LabelJobContext, manifest: Manifest, signal: AbortSignal): Promise<void> {
  const { pool, clock } = context;
  const { handOverId, carrier, key, printerId } = manifest;
  const provider = await withRetry(() => findProvider(pool, manifest.providerId));
  const labels = await withRetry(() => listManifestLabels(pool, manifest, HAND_OVER_PARCELS_MAX));
  const bytes =
    provider && labels.length > 0
      ? await callWithProvider(provider, { ...context, signal }, async (opened) =>
          opened.manifest?.({ key, carrier, labels }),
        )
      : undefined;
  if (bytes && bytes.toString('latin1', 0, PDF_BEGINS.length) !== PDF_BEGINS)
    throw unusableAnswer('the manifest is not PDF');
  const end = { problem: null, lastError: null, due: clock() };
  if (!bytes || printerId === null)
    return withRetry(() => updateManifest(pool, manifest, { ...end, state: bytes ? 'made' : 'none' }));
  await inTransaction(pool, async (connection) => {
    const title = `Manifest of list ${handOverId}, ${carrier}`;
    const job = { kind: 'manifest', key, title, contentType: PDF, bytes, by: SYSTEM, now: clock() } as const;
    await enqueuePrintJob(connection, { ...job, printerId });
    await updateManifest(connection, manifest, { ...end, state: 'printed' });
  }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    // The printer is gone, so a person chooses another one.
    return withRetry(() => updateManifest(pool, { ...manifest, printerId: null }, { ...end, state: 'made' }));
  });
}

const PDF_BEGINS = '%PDF-';
