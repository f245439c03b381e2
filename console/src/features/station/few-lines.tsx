import { useCopy } from '../../shared/copy/copy.ts';
import { packCopy } from './pack-copy.ts';
import classes from './pack-stage.module.css';

/** More nobody reads at a station; the office sees all of them. */
const LINES_SHOWN_MAX = 3;

/** The first of some sentences, and how many more there are. */
export function FewLines({ lines }: { lines: readonly string[] }) {
  const copy = useCopy(packCopy);
  const more = lines.length - LINES_SHOWN_MAX;
  return (
    <ul>
      {lines.slice(0, LINES_SHOWN_MAX).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {more > 0 && <li className={classes.faint}>{copy.more(more)}</li>}
    </ul>
  );
}
