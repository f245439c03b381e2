import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { PieceActions } from './piece-actions.tsx';
import {
  DonePanel,
  OtherSteps,
  Picture,
  PieceHead,
  PieceNotes,
  SheetPanel,
  StepLine,
  UnfinishedPanel,
} from './piece-parts.tsx';
import { filesNow, stepsNow } from './piece-rules.ts';
import { PieceSearchPart } from './piece-search.tsx';
import classes from './piece-stage.module.css';
import type { PieceInHand, StepInHand } from './station-api.ts';
import { piecesCopy } from './station-copy.ts';
import { StationFrame, useStationKeys } from './station-frame.tsx';
import { onPieceKey, type PieceWork, usePieceWork } from './use-piece-work.ts';
import type { Scans } from './use-scans.ts';
import { WaitingWork } from './waiting-work.tsx';

export function MakePage() {
  const copy = useCopy(piecesCopy);
  return (
    <StationFrame work="MAKE" title={copy.make}>
      {(scans) => <MakeStage scans={scans} />}
    </StationFrame>
  );
}

export function CheckPage() {
  const copy = useCopy(piecesCopy);
  return (
    <StationFrame work="CHECK" title={copy.check}>
      {(scans) => <CheckStage scans={scans} />}
    </StationFrame>
  );
}

export function FindPage() {
  const copy = useCopy(piecesCopy);
  return (
    <StationFrame work="FIND" title={copy.find}>
      {(scans) => <FindStage scans={scans} />}
    </StationFrame>
  );
}

function MakeStage({ scans }: { scans: Scans }) {
  const copy = useCopy(piecesCopy);
  const nameOfPlace = usePlaceName();
  const work = usePieceWork(scans, true);
  const { piece } = work;
  const now = piece ? stepsNow(piece) : [];
  const files = piece ? filesNow(piece) : [];
  const isSaved = scans.screen.latest?.answer?.isAgain === true && files.length > 0;
  return (
    <WorkStage
      kind="MAKE"
      scans={scans}
      work={work}
      actions={<PieceActions work={work} passLabel={copy.made} hasFiles={files.length > 0} />}
      notice={
        isSaved && (
          <p className={classes.saved} role="status">
            {copy.saved(files.map(({ fileName }) => fileName).join(', '))}
          </p>
        )
      }
      steps={
        piece && (
          <>
            <div className={classes.lines}>
              <StepLines steps={now} piece={piece} />
            </div>
            <OtherSteps piece={piece} now={now} />
          </>
        )
      }
    >
      {piece && (
        <div className={classes.pictures}>
          {now.map(
            (step) =>
              step.kind === 'PRINT' && (
                <Picture
                  key={keyOf(step)}
                  path={step.artwork?.preview}
                  name={copy.artworkAt(nameOfPlace(step.location))}
                />
              ),
          )}
          <Picture path={(now[0]?.qualityControl ?? piece.qualityControl)?.preview} name={copy.qualityControl} />
        </div>
      )}
    </WorkStage>
  );
}

function CheckStage({ scans }: { scans: Scans }) {
  const copy = useCopy(piecesCopy);
  const work = usePieceWork(scans, false);
  const { piece } = work;
  return (
    <WorkStage
      kind="CHECK"
      scans={scans}
      work={work}
      actions={<PieceActions work={work} passLabel={copy.right} />}
      notice={
        piece?.state === 'TO_MAKE' && (
          <p className={classes.unmade} role="status">
            {copy.unmade}
          </p>
        )
      }
      steps={
        piece && (
          <section className={classes.lines} aria-label={copy.compare}>
            <StepLines steps={piece.steps} piece={piece} />
          </section>
        )
      }
    >
      {piece && (
        <div className={`${classes.pictures} ${classes.compared}`}>
          <ComparedPictures piece={piece} />
        </div>
      )}
    </WorkStage>
  );
}

interface WorkStageProps {
  kind: 'MAKE' | 'CHECK';
  scans: Scans;
  work: PieceWork;
  steps: ReactNode;
  notice?: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}

/** Shows the piece in hand, or the result of the previous piece. */
function WorkStage({ kind, scans, work, steps, notice, actions, children }: WorkStageProps) {
  const copy = useCopy(piecesCopy);
  useStationKeys((key) => onPieceKey(key, work));
  const { piece, order } = work;
  const { done, open } = scans.screen;
  const unfinished = open?.unfinished;
  return (
    <div className={classes.stage} data-empty={!piece || undefined}>
      <div className={classes.side}>
        {done?.sheet && <SheetPanel sheet={done.sheet} />}
        {done && <DonePanel answer={done} isBefore={piece !== undefined} />}
        {unfinished && <UnfinishedPanel unfinished={unfinished} />}
        {piece && (
          <>
            <PieceHead piece={piece} order={order} />
            {steps}
            <PieceNotes order={order} />
            {notice}
          </>
        )}
      </div>
      {!piece && (
        <div className={classes.idle}>
          <p className={classes.ask}>{copy.scanTicket}</p>
          <WaitingWork work={kind} />
        </div>
      )}
      {children}
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}

function FindStage({ scans }: { scans: Scans }) {
  const copy = useCopy(piecesCopy);
  const { code, ...search } = useSearch({ from: '/station/find' });
  useCodeOfAddress(code, scans);
  const { latest } = scans.screen;
  const [putAway, setPutAway] = useState<string>();
  const { piece, order, refusal } = latest?.answer ?? {};
  if ((!order && !piece) || latest?.scan.id === putAway)
    return (
      <div className={classes.find}>
        <p className={classes.ask}>{copy.scanAny}</p>
        <PieceSearchPart search={search} onFound={scans.scan} />
      </div>
    );
  return (
    <div className={classes.stage}>
      <div className={classes.side}>
        {piece && <PieceHead piece={piece} order={order} />}
        <section className={classes.state}>
          {piece && <strong>{copy.states[piece.state]}</strong>}
          {piece?.parcel !== undefined && <span>{copy.inParcel(piece.parcel)}</span>}
          {piece?.replacedBy && !refusal && <span>{copy.replacedBy(piece.replacedBy)}</span>}
          {order && !piece && (
            <span>
              {order.clientName} {order.orderId}
            </span>
          )}
          {order?.pieces !== undefined && <span>{copy.pieces(order.pieces)}</span>}
          {order?.bin !== undefined && (
            <strong className={classes.bin}>
              {copy.bin} {order.bin}
            </strong>
          )}
        </section>
        <div className={classes.lines}>{piece && <StepLines steps={piece.steps} piece={piece} />}</div>
        <PieceNotes order={order} />
      </div>
      {piece && (
        <div className={classes.pictures}>
          <ComparedPictures piece={piece} />
        </div>
      )}
      <div className={classes.actions}>
        <Button size="lg" variant="default" onClick={() => setPutAway(latest?.scan.id)}>
          {copy.withoutTicket}
        </Button>
      </div>
    </div>
  );
}

const keyOf = ({ kind, place }: StepInHand) => `${kind}${place}`;

function StepLines({ steps, piece }: { steps: readonly StepInHand[]; piece: PieceInHand }) {
  return steps.map((step) => <StepLine key={keyOf(step)} step={step} piece={piece} />);
}

function ComparedPictures({ piece }: { piece: PieceInHand }) {
  const copy = useCopy(piecesCopy);
  const nameOfPlace = usePlaceName();
  return (
    <>
      {(piece.qualityControl || !piece.steps.some(({ artwork }) => artwork)) && (
        <Picture path={piece.qualityControl?.preview} name={copy.qualityControl} />
      )}
      {piece.steps.map(
        (step) =>
          step.artwork && (
            <Picture key={keyOf(step)} path={step.artwork.preview} name={copy.artworkAt(nameOfPlace(step.location))} />
          ),
      )}
    </>
  );
}

/** Scans the code in the address, which comes from the QR code on a ticket. */
function useCodeOfAddress(code: string | undefined, scans: Scans): void {
  const found = useEffectEvent(scans.scan);
  useEffect(() => {
    if (code === undefined) return;
    // The scan queue gets the signed-on person after this effect runs.
    const timer = setTimeout(() => found(code));
    return () => clearTimeout(timer);
  }, [code]);
}
