import { useEffect } from 'react';

const ROW = 'main tbody tr';
/** Elements that use the arrow keys themselves. */
const OWN_ARROWS = 'input, textarea, select, [role="tab"], [role="menu"], [role="dialog"], [role="listbox"]';

/** The arrow keys move between the first links of a list's rows, and begin at the first row. */
export function useListKeys(): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const at = event.target as Element;
      if (step === undefined || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (at.closest(OWN_ARROWS) || document.querySelector('[role="dialog"]')) return;
      const links = [...document.querySelectorAll(ROW)].flatMap((row) => row.querySelector<HTMLElement>('a') ?? []);
      const row = at.closest(ROW)?.querySelector<HTMLElement>('a');
      const next = row ? links[links.indexOf(row) + step] : step > 0 ? links[0] : undefined;
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, []);
}
