import { Button, Group, Modal, Stack } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCopy } from '../copy/copy.ts';
import { sharedCopy } from '../copy/shared-copy.ts';
import { ChangeFailure } from './page.tsx';

/** The state of the request that the dialog sends. */
export type DialogChange = { error: Error | null; isPending: boolean };

interface DialogProps {
  title: string;
  /** Text of the confirm button. */
  confirm: string;
  /** Text of the cancel button; absent: Cancel. */
  dismiss?: string;
  /** The action ends or removes something. */
  isGrave?: boolean;
  change: DialogChange;
  /** A message that replaces the error of the change. */
  error?: Error | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that confirms a change. It stays open and shows the refusal until the change succeeds. */
export function Dialog({
  title,
  confirm,
  dismiss,
  isGrave = false,
  change,
  error = change.error,
  onSubmit,
  onClose,
  children,
}: DialogProps) {
  const copy = useCopy(sharedCopy);
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': copy.close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack gap="sm">
          <ChangeFailure error={error} />
          {children}
          <Group justify="flex-end" mt="xs">
            <Button variant="default" onClick={onClose}>
              {dismiss ?? copy.cancel}
            </Button>
            <Button type="submit" loading={change.isPending} {...(isGrave && { color: 'red' })}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Sends the change of a dialog, then reads the data of `queryKey` again. A success closes the dialog. */
export function useDialogChange(send: () => Promise<unknown>, queryKey: QueryKey, onClose: () => void) {
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey });
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await reload();
      onClose();
    },
    onError: reload,
  });
}
