import { useEffect } from 'react';
import { useIsPhone } from '../shared/ui/fold.tsx';

/** Copies the heads of tables to their cells, which a phone shows as cards (app/phone.css). */
export function useCellLabels(): void {
  const isPhone = useIsPhone();
  useEffect(() => {
    const main = document.querySelector('main');
    if (!isPhone || !main) return;
    const label = () => {
      for (const table of main.querySelectorAll('table')) {
        const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map((head) =>
          // A head for screen readers only stands above buttons, which say what they do.
          head.querySelector('.mantine-VisuallyHidden-root') ? '' : head.textContent,
        );
        for (const row of [...table.tBodies].flatMap((body) => [...body.rows])) {
          if (row.cells.length !== heads.length) continue;
          for (const [index, cell] of [...row.cells].entries()) {
            const head = heads[index];
            if (head && index > 0 && cell.dataset.label !== head) cell.dataset.label = head;
          }
        }
      }
    };
    label();
    const observer = new MutationObserver(label);
    observer.observe(main, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [isPhone]);
}
