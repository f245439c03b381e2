import type { ReactNode } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { SenderNotice } from '../../shared/printing/sender-missing.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import type { PackedParcel } from './pack-api.ts';
import classes from './pack-stage.module.css';
import type { ScanAnswer } from './station-api.ts';
import { packCopy } from './station-copy.ts';

type PackSideProps = { answer: ScanAnswer; parcel: PackedParcel; children: ReactNode };

/** Shows the recipient, warnings, notes and papers. */
export function PackSide({ answer: { order }, parcel, children }: PackSideProps) {
  const copy = useCopy(packCopy);
  const { say } = useCopy(floorSentencesCopy);
  const { recipient, carrier, gapSentences } = parcel;
  return (
    <aside className={classes.side}>
      <SenderNotice />
      {gapSentences.length > 0 && (
        <section className={classes.warning} role="status">
          <h3>
            <Icon name="warning" /> {copy.gaps}
          </h3>
          <FewLines lines={gapSentences.map(say)} />
          <p>{copy.gapsMeans}</p>
        </section>
      )}
      {order && order.notes.length > 0 && (
        <section className={classes.note} aria-label={copy.notes}>
          <h3>
            <Icon name="note" /> {copy.notes}
          </h3>
          <ul>
            {order.notes.map(({ text, created, author, manufacturerCode }) => (
              <li key={created + text}>
                {text}
                <span className={classes.faint}>
                  {' '}
                  {[author, manufacturerCode && copy.aboutArticle(manufacturerCode)].filter(Boolean).join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={classes.part} aria-label={copy.recipient} data-recipient>
        <h3>{copy.recipient}</h3>
        {recipient ? (
          <address className={classes.recipient}>
            {recipient.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat and never move
              <span key={at}>{line}</span>
            ))}
          </address>
        ) : (
          <p className={classes.faint}>{copy.noRecipient}</p>
        )}
        {carrier && (
          <p>
            {copy.carrier}: <strong>{carrier}</strong>
          </p>
        )}
      </section>
      {children}
    </aside>
  );
}

/** A station shows only the first lines. The office sees all of them. */
const LINES_SHOWN_MAX = 3;

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
