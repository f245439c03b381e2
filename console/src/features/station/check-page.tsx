import { useCopy } from '../../shared/copy/copy.ts';
import { DonePanel } from './done-panel.tsx';
import { PieceActions } from './piece-actions.tsx';
import { PieceHead, PieceNotes } from './piece-head.tsx';
import { Picture, StepLine } from './piece-pictures.tsx';
import classes from './piece-stage.module.css';
import { piecesCopy } from './pieces-copy.ts';
import { StationFrame } from './station-frame.tsx';
import { useStationKeys } from './station-keys.ts';
import { onPieceKey, usePieceWork } from './use-piece-work.ts';
import type { Scans } from './use-scans.ts';

/** Is it right, and where does it go? */
export function CheckPage() {
  const copy = useCopy(piecesCopy);
  return (
    <StationFrame work="CHECK" title={copy.check}>
      {(scans) => <CheckStage scans={scans} />}
    </StationFrame>
  );
}

function CheckStage({ scans }: { scans: Scans }) {
  const copy = useCopy(piecesCopy);
  const work = usePieceWork(scans, false);
  useStationKeys((key) => onPieceKey(key, work));
  const { piece, order } = work;
  const { done } = scans.shown;
  return (
    <div className={classes.stage} data-empty={!piece || undefined}>
      <div className={classes.side}>
        {done && <DonePanel answer={done} isBefore={piece !== undefined} />}
        {piece && (
          <>
            <PieceHead piece={piece} order={order} />
            <section className={classes.lines} aria-label={copy.compare}>
              {piece.steps.map((step) => (
                <StepLine key={`${step.kind}${step.place}`} step={step} piece={piece} />
              ))}
            </section>
            <PieceNotes order={order} />
          </>
        )}
      </div>
      {!piece && <p className={classes.ask}>{copy.scanTicket}</p>}
      {piece && (
        <div className={`${classes.pictures} ${classes.compared}`}>
          <Picture path={piece.qualityControl?.preview} name={copy.qualityControl} />
          {piece.steps.map(
            (step) =>
              step.artwork && (
                <Picture
                  key={`${step.kind}${step.place}`}
                  path={step.artwork.preview}
                  name={copy.artworkAt(step.location)}
                />
              ),
          )}
        </div>
      )}
      <div className={classes.actions}>
        <PieceActions work={work} passLabel={copy.right} />
      </div>
    </div>
  );
}
