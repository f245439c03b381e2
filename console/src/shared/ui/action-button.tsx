import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';
import type { Verb } from '../session/session-api.ts';
import { useRefusal } from '../session/use-permission.ts';
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
