import type { KeyboardEvent } from 'react';

const LINKS = 'tr[data-order] a';

/** From the search to the first order that it found. */
export function focusFirstOrder(event: KeyboardEvent): void {
  const first = document.querySelector<HTMLElement>(LINKS);
  if (!first) return;
  event.preventDefault();
  first.focus();
}

/** On an order's link: the arrows lead to the next one and the one before, the space bar ticks it, with shift all from the last one. */
export function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const link = event.target as HTMLElement;
  if (!link.matches(LINKS)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(LINKS)];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    links[links.indexOf(link) + step]?.focus();
  }
  if (event.key === ' ') {
    event.preventDefault();
    const box = link.closest('tr')?.querySelector('input[type="checkbox"]');
    box?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }));
  }
}
