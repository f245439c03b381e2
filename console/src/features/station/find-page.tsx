import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { PieceHead, PieceNotes } from './piece-head.tsx';
import { Picture, StepLine } from './piece-pictures.tsx';
import { PieceSearchPart } from './piece-search.tsx';
import classes from './piece-stage.module.css';
import { piecesCopy } from './pieces-copy.ts';
import { StationFrame } from './station-frame.tsx';
import type { Scans } from './use-scans.ts';

/** What is this, and where does it belong? */
export function FindPage() {
  const copy = useCopy(piecesCopy);
  return (
    <StationFrame work="FIND" title={copy.find}>
      {(scans) => <FindStage scans={scans} />}
    </StationFrame>
  );
}

function FindStage({ scans }: { scans: Scans }) {
  const copy = useCopy(piecesCopy);
  const { code, ...search } = useSearch({ from: '/station/find' });
  useCodeOfAddress(code, scans);
  const { latest } = scans.shown;
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
        <div className={classes.lines}>
          {piece?.steps.map((step) => (
            <StepLine key={`${step.kind}${step.place}`} step={step} piece={piece} />
          ))}
        </div>
        <PieceNotes order={order} />
      </div>
      {piece && (
        <div className={classes.pictures}>
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
        <Button size="lg" variant="default" onClick={() => setPutAway(latest?.scan.id)}>
          {copy.withoutTicket}
        </Button>
      </div>
    </div>
  );
}

/** A phone that reads the square on a ticket comes here with its code in the address. */
function useCodeOfAddress(code: string | undefined, scans: Scans): void {
  const found = useEffectEvent(scans.scan);
  useEffect(() => {
    if (code === undefined) return;
    // The queue of scans learns who is signed on after this part of the page is there.
    const timer = setTimeout(() => found(code));
    return () => clearTimeout(timer);
  }, [code]);
}
