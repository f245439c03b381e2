import { useCopy } from '../../shared/copy/copy.ts';
import { DonePanel } from './done-panel.tsx';
import { PieceActions } from './piece-actions.tsx';
import { PieceHead, PieceNotes } from './piece-head.tsx';
import { OtherSteps, Picture, StepLine } from './piece-pictures.tsx';
import { filesNow, stepsNow } from './piece-rules.ts';
import classes from './piece-stage.module.css';
import { piecesCopy } from './pieces-copy.ts';
import { StationFrame } from './station-frame.tsx';
import { useStationKeys } from './station-keys.ts';
import { onPieceKey, usePieceWork } from './use-piece-work.ts';
import type { Scans } from './use-scans.ts';

/** What do I do with the piece in my hand? */
export function MakePage() {
  const copy = useCopy(piecesCopy);
  return (
    <StationFrame work="MAKE" title={copy.make}>
      {(scans) => <MakeStage scans={scans} />}
    </StationFrame>
  );
}

function MakeStage({ scans }: { scans: Scans }) {
  const copy = useCopy(piecesCopy);
  const work = usePieceWork(scans, true);
  useStationKeys((key) => onPieceKey(key, work));
  const { piece, order } = work;
  const { done, latest } = scans.shown;
  const now = piece ? stepsNow(piece) : [];
  const files = piece ? filesNow(piece) : [];
  const isSaved = latest?.answer?.isAgain === true && files.length > 0;
  return (
    <div className={classes.stage} data-empty={!piece || undefined}>
      <div className={classes.side}>
        {done && <DonePanel answer={done} isBefore={piece !== undefined} />}
        {piece && (
          <>
            <PieceHead piece={piece} order={order} />
            <div className={classes.lines}>
              {now.map((step) => (
                <StepLine key={`${step.kind}${step.place}`} step={step} piece={piece} />
              ))}
            </div>
            <OtherSteps piece={piece} now={now} />
            <PieceNotes order={order} />
            {isSaved && (
              <p className={classes.saved} role="status">
                {copy.saved(files.map(({ fileName }) => fileName).join(', '))}
              </p>
            )}
          </>
        )}
      </div>
      {!piece && <p className={classes.ask}>{copy.scanTicket}</p>}
      {piece && (
        <div className={classes.pictures}>
          {now.map(
            (step) =>
              step.kind === 'PRINT' && (
                <Picture
                  key={`${step.kind}${step.place}`}
                  path={step.artwork?.preview}
                  name={copy.artworkAt(step.location)}
                />
              ),
          )}
          <Picture
            path={(now[0]?.qualityControl ?? piece.qualityControl)?.preview}
            name={copy.qualityControl}
          />
        </div>
      )}
      <div className={classes.actions}>
        <PieceActions work={work} passLabel={copy.made} hasFiles={files.length > 0} />
      </div>
    </div>
  );
}
