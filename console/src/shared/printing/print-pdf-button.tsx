import type { ButtonProps } from '@mantine/core';
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { SERVER_URL } from '../api/api-base.ts';
import { fetchOrThrow } from '../api/operator-client.ts';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import type { Verb } from '../session/session-api.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { RequestFailure } from '../ui/page.tsx';
import { type PrintResult, printBlob } from './print-here.ts';

interface PrintPdfButtonProps extends ButtonProps {
  verb: Verb;
  refusal?: string | undefined;
  /** Path of the PDF in the operator API. */
  path: string;
  label: string;
  'aria-label'?: string;
}

/** Opens the browser's print dialog with a PDF, and says so. */
export function PrintPdfButton({ path, label, ...button }: PrintPdfButtonProps) {
  const { printing } = useCopy(partsCopy);
  const print = useMutation({ mutationFn: () => printPdf(path, label) });
  return (
    <>
      <ActionButton variant="default" {...button} loading={print.isPending} onClick={() => print.mutate()}>
        {label}
      </ActionButton>
      {print.isSuccess && (
        <Text size="sm" role="status">
          {printing[print.data]}
        </Text>
      )}
      {print.error && <RequestFailure error={print.error} title={printing.notPrinted} onRetry={() => print.mutate()} />}
    </>
  );
}

/** Reads a PDF of the operator API and prints it in this browser. */
export async function printPdf(path: string, title: string): Promise<PrintResult> {
  const response = await fetchOrThrow(new Request(`${SERVER_URL}/operator/v1${path}`));
  return printBlob(await response.blob(), title);
}
