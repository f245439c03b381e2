import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { MouseEventHandler, ReactNode } from 'react';
import type { Verb } from '../session/session-api.ts';
import { useRefusal } from '../session/use-permission.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icons.tsx';

interface ActionButtonProps extends ButtonProps {
  /** The required permission, such as `orders.accept`. */
  verb: Verb;
  /** Why the action is not possible now. A missing permission is shown first. */
  refusal?: string | undefined;
  onClick: MouseEventHandler<HTMLButtonElement>;
  children: ReactNode;
}

/** A button that is never hidden. If it is disabled, it says why, also to keyboards and screen readers. */
export function ActionButton({ verb, refusal, onClick, children, ...rest }: ActionButtonProps) {
  const notPermitted = useRefusal(verb);
  const reason = notPermitted ?? refusal;
  const lock = notPermitted && <Icon name="lock" size={14} />;
  return (
    <Tooltip label={reason} disabled={reason === undefined}>
      <Button
        {...rest}
        data-verb={verb}
        {...(lock && { leftSection: lock })}
        {...(reason !== undefined && { 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason })}
        onClick={(event) => (reason === undefined ? onClick(event) : event.preventDefault())}
      >
        {children}
      </Button>
    </Tooltip>
  );
}

interface ConfirmButtonProps extends ButtonProps {
  verb: Verb;
  refusal?: string | undefined;
  label: string;
  /** Label for screen readers, where several buttons have the same text. */
  'aria-label'?: string;
  title: string;
  /** Text of the confirm button; `label` by default. */
  confirm?: string;
  isGrave?: boolean;
  act: () => Promise<unknown>;
  /** The effect of the action, in one or two sentences. */
  children: ReactNode;
}

/** An action with a confirmation that explains it. */
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
          change={change}
          onSubmit={() => change.mutate()}
          onClose={close}
        >
          <div>{children}</div>
        </Dialog>
      )}
    </>
  );
}
