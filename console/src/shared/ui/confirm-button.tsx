import type { ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Verb } from '../session/session-api.ts';
import { ActionButton } from './action-button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmButtonProps extends ButtonProps {
  verb: Verb;
  refusal?: string | undefined;
  label: string;
  /** What readers of the screen are told, where several buttons have one label. */
  'aria-label'?: string;
  title: string;
  /** What the button that does it says; `label` by default. */
  confirm?: string;
  isGrave?: boolean;
  act: () => Promise<unknown>;
  /** What it means, in a sentence or two. */
  children: ReactNode;
}

/** An action that says what it means before it is done. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { verb, refusal, label, title, confirm = label, isGrave = false, act, children, ...button } = props;
  const [isOpen, { open, close }] = useDisclosure();
  const change = useMutation({ mutationFn: act, onSuccess: close });
  return (
    <>
      <ActionButton
        variant="default"
        {...button}
        verb={verb}
        refusal={refusal}
        onClick={() => {
          change.reset();
          open();
        }}
      >
        {label}
      </ActionButton>
      {isOpen && (
        <Dialog
          title={title}
          confirm={confirm}
          isGrave={isGrave}
          error={change.error}
          isPending={change.isPending}
          onSubmit={() => change.mutate()}
          onClose={close}
        >
          <div>{children}</div>
        </Dialog>
      )}
    </>
  );
}
