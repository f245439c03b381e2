import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { MouseEventHandler, ReactNode } from 'react';
import type { Verb } from '../session/session-api.ts';
import { useRefusal } from '../session/use-permission.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icons.tsx';

interface ActionButtonProps extends ButtonProps {
  /** What the person must be allowed to, as `orders.accept`. */
  verb: Verb;
  /** Why it is not possible now; undefined where it is. What the role may not do is said before it. */
  refusal?: string | undefined;
  onClick: MouseEventHandler<HTMLButtonElement>;
  children: ReactNode;
}

/** A button that is never hidden: where it cannot be pressed it says why, also to the keyboard and to readers of the screen. */
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
        {...(reason !== undefined && {
          'data-disabled': true,
          'aria-disabled': true,
          'aria-description': reason,
        })}
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
