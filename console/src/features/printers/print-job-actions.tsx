import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { printHere } from '../../shared/printing/print-here.ts';
import {
  changePrintJob,
  type PrintJob,
  type PrintVerb,
  reprint,
} from '../../shared/printing/print-jobs-api.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ConfirmButton } from '../../shared/ui/confirm-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { printersCopy } from './printers-copy.ts';

interface PrintJobActionsProps {
  job: PrintJob;
  onChanged: () => Promise<void>;
}

/** What the state of a job allows; the others would only be in the way. */
export function PrintJobActions({ job, onChanged }: PrintJobActionsProps) {
  const copy = useCopy(printersCopy);
  const { jobId, title, state, hasDocument, printer } = job;
  const isOfBrowser = printer.kind === 'browser';
  const act = (verb: PrintVerb) => () => changePrintJob(jobId, verb).then(onChanged);
  const here = useMutation({ mutationFn: () => printHere(jobId), onSettled: onChanged });
  const gone = hasDocument ? undefined : copy.refusals.documentDeleted;
  return (
    <>
      {here.error && <RequestFailure error={here.error} isChange />}
      {state === 'queued' && isOfBrowser && (
        <ActionButton
          verb="print"
          refusal={gone}
          size="compact-sm"
          aria-label={copy.printHereOf(title)}
          onClick={() => here.mutate()}
        >
          {copy.printHere}
        </ActionButton>
      )}
      {(state === 'unknown' || (state === 'sending' && isOfBrowser)) && (
        <ConfirmButton
          verb="print"
          size="compact-sm"
          label={copy.confirm}
          aria-label={copy.confirmOf(title)}
          title={copy.confirm}
          act={act('confirm')}
        >
          {copy.printHereMeans}
        </ConfirmButton>
      )}
      {(state === 'failed' || state === 'unknown') && (
        <ConfirmButton
          verb="print"
          refusal={gone}
          size="compact-sm"
          label={copy.retry}
          aria-label={copy.retryOf(title)}
          title={copy.retryTitle}
          act={act('retry')}
        >
          {copy.retryMeans}
        </ConfirmButton>
      )}
      {(state === 'queued' || state === 'failed' || state === 'unknown') && (
        <ConfirmButton
          verb="print"
          size="compact-sm"
          label={copy.cancel}
          aria-label={copy.cancelOf(title)}
          title={copy.cancelTitle}
          isGrave
          act={act('cancel')}
        >
          {copy.cancelMeans}
        </ConfirmButton>
      )}
      {state === 'printed' && <ReprintButton job={job} refusal={gone} onChanged={onChanged} />}
    </>
  );
}

function ReprintButton({ job, refusal, onChanged }: PrintJobActionsProps & { refusal: string | undefined }) {
  const copy = useCopy(printersCopy);
  const [key, setKey] = useState<string>();
  const [reason, setReason] = useState('');
  const again = useMutation({
    mutationFn: () => reprint(job.jobId, reason.trim(), key ?? ''),
    onSuccess: async () => {
      setKey(undefined);
      await onChanged();
    },
  });
  return (
    <>
      <ActionButton
        verb="print"
        refusal={refusal}
        variant="default"
        size="compact-sm"
        aria-label={copy.reprintOf(job.title)}
        onClick={() => {
          again.reset();
          setReason('');
          setKey(newIdempotencyKey());
        }}
      >
        {copy.reprint}
      </ActionButton>
      {key && (
        <Dialog
          title={copy.reprintTitle}
          confirm={copy.reprint}
          error={again.error}
          isPending={again.isPending}
          onSubmit={() => reason.trim() && again.mutate()}
          onClose={() => setKey(undefined)}
        >
          <div>{copy.reprintMeans}</div>
          <Textarea
            data-autofocus
            required
            withAsterisk={false}
            label={copy.reason}
            maxLength={1_000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Dialog>
      )}
    </>
  );
}
