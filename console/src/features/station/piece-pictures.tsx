import { useState } from 'react';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import classes from './piece-pictures.module.css';
import { piecesCopy } from './pieces-copy.ts';
import type { PieceInHand, StepInHand } from './station-api.ts';

/** A picture that we made of what a customer sent, as large as there is room. */
export function Picture({ path, name }: { path: string | undefined; name: string }) {
  const copy = useCopy(piecesCopy);
  const [failed, setFailed] = useState<string>();
  const isThere = path !== undefined && failed !== path;
  return (
    <figure className={classes.picture}>
      <figcaption>{name}</figcaption>
      {isThere ? (
        <img src={SERVER_URL + path} alt={name} onError={() => setFailed(path)} />
      ) : (
        <p className={classes.none}>
          <Icon name="image" size={48} />
          {copy.noPicture}
        </p>
      )}
    </figure>
  );
}

/** Where a step goes, by what, and how large. */
export function StepLine({ step, piece }: { step: StepInHand; piece: PieceInHand }) {
  const copy = useCopy(piecesCopy);
  const { count } = useFormats();
  const { widthMm, heightMm, kind, title, sku } = step;
  const isUnderbase = kind === 'PRINT' && piece.article?.dtgType === 'WHITE_UNDERBASE';
  return (
    <p className={classes.step}>
      <strong className={classes.location}>{step.location}</strong>
      <span>{step.technology}</span>
      {widthMm !== undefined && heightMm !== undefined && (
        <strong className={classes.millimetres}>
          {count(Math.round(widthMm))} × {count(Math.round(heightMm))} mm
        </strong>
      )}
      {step.technology.startsWith('DTG') && isUnderbase && <span>{copy.underbase}</span>}
      {kind === 'CUSTOMIZATION' && <span>{title ?? sku}</span>}
    </p>
  );
}

/** The other steps: what is done with the piece already, and what comes later. */
export function OtherSteps({ piece, now }: { piece: PieceInHand; now: readonly StepInHand[] }) {
  const copy = useCopy(piecesCopy);
  const others = piece.steps.filter((step) => !now.includes(step));
  if (others.length === 0) return null;
  return (
    <ol className={classes.steps} aria-label={copy.steps}>
      {others.map((step) => (
        <li key={`${step.kind}${step.place}`} data-done={step.isDone || undefined}>
          <Icon name={step.isDone ? 'check' : 'right'} size={20} />
          {step.location} · {step.technology}
          <small>{step.isDone ? copy.stepDone : copy.stepLater}</small>
        </li>
      ))}
    </ol>
  );
}
