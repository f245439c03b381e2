import { Kbd, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useCopy } from '../shared/copy/copy.ts';
import { sharedCopy } from '../shared/copy/shared-copy.ts';
import { Icon } from '../shared/ui/icons.tsx';
import { useHotkey } from '../shared/ui/use-hotkey.ts';
import classes from './top-bar.module.css';

/** From any page to the orders that a text or a scan finds. On a page with a search of its own, `/` goes there. */
export function FindOrder() {
  const copy = useCopy(sharedCopy);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useHotkey('/', () => {
    const own = document.querySelector<HTMLInputElement>('main input[type="search"]');
    (own ?? field.current)?.focus();
  });
  return (
    <search className={classes.find}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const q = field.current?.value.trim();
          // The one order that is found opens, as after a scan.
          if (q) void navigate({ to: '/orders', search: { q }, state: { scanned: q } });
          if (field.current) field.current.value = '';
          field.current?.blur();
        }}
      >
        <TextInput
          ref={field}
          size="sm"
          aria-label={copy.searchOrders}
          placeholder={copy.searchOrders}
          leftSection={<Icon name="search" size={16} />}
          rightSection={<Kbd size="xs">/</Kbd>}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
      </form>
    </search>
  );
}
