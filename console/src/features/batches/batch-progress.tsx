import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import classes from './batch-progress.module.css';
import type { BatchLine } from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';

/** From what is ready to what is not begun. */
const PARTS = ['packed', 'checked', 'made', 'toMake', 'stopped'] as const;

/** How many of the pieces are how far, as one bar with its legend. */
export function BatchProgressBar({ lines }: { lines: readonly BatchLine[] }) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const made = lines.filter(({ technology }) => technology !== undefined);
  const sums = PARTS.map((part) => ({ part, pieces: made.reduce((sum, line) => sum + line[part], 0) }));
  const all = sums.reduce((sum, { pieces }) => sum + pieces, 0);
  const shown = sums.filter(({ part, pieces }) => pieces > 0 || part !== 'stopped');
  return (
    <div className={classes.progress}>
      <div className={classes.bar} aria-hidden>
        {sums.map(({ part, pieces }) => (
          <span key={part} data-part={part} style={{ flexGrow: all === 0 ? 0 : pieces }} />
        ))}
      </div>
      <ul className={classes.legend}>
        {shown.map(({ part, pieces }) => (
          <li key={part} data-part={part}>
            <span className={classes.dot} data-part={part} aria-hidden />
            <b>{count(pieces)}</b> {copy.parts[part]}
          </li>
        ))}
      </ul>
    </div>
  );
}
