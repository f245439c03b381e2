import { useCopy } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import classes from './done-panel.module.css';
import { stepsNow } from './piece-rules.ts';
import { piecesCopy } from './pieces-copy.ts';
import type { ScanAnswer } from './station-api.ts';

interface DonePanelProps {
  /** The answer that finished, rejected or took back a piece. */
  answer: ScanAnswer;
  /** Another piece is in hand already: this is about the one before it. */
  isBefore: boolean;
}

/** What became of the piece that was in hand, and where it goes: read from where the bins stand. */
export function DonePanel({ answer, isBefore }: DonePanelProps) {
  const copy = useCopy(piecesCopy);
  const { done, command, reason } = answer;
  if (!done) return null;
  const { piece, bin, isOrderComplete, successor } = done;
  const kind =
    command === 'REJECT' ? 'rejected' : command === 'UNDO' ? 'undone' : isOrderComplete ? 'complete' : 'done';
  const [next] = stepsNow(piece);
  const isMade = piece.state !== 'TO_MAKE';
  return (
    <section className={classes.panel} data-kind={kind} role="status">
      <Icon name={kind === 'rejected' ? 'close' : 'check'} size={36} />
      <div className={classes.words}>
        <p className={classes.about}>
          {isBefore && `${copy.pieceBefore} `}
          <code>{piece.code}</code>
        </p>
        {kind === 'rejected' && (
          <>
            <p className={classes.title}>{copy.rejected(reason ? copy.reasons[reason] : '')}</p>
            {successor && <p>{copy.successor(successor.code, `R${successor.attempt}`)}</p>}
            {successor?.hasBlank === false && <p>{copy.successorWaits}</p>}
          </>
        )}
        {kind === 'undone' && <p className={classes.title}>{copy.undone}</p>}
        {(kind === 'done' || kind === 'complete') && (
          <p className={classes.title}>
            {piece.state === 'TO_MAKE' && next && copy.nextStep(next.technology, next.location)}
            {piece.state === 'MADE' && copy.toChecking}
            {piece.state === 'CHECKED' && bin === undefined && copy.toPacking}
            {bin !== undefined && (isOrderComplete ? copy.complete : copy.intoBin)}
          </p>
        )}
      </div>
      {isMade && bin !== undefined && kind !== 'rejected' && kind !== 'undone' && (
        <p className={classes.bin}>
          <small>{copy.bin}</small>
          <strong>{bin}</strong>
        </p>
      )}
    </section>
  );
}
