import { Button, Kbd } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { REASONS, type RejectReason } from '../../shared/scan/station-commands.ts';
import { piecesCopy } from './pieces-copy.ts';
import classes from './reject-choice.module.css';

export const REASON_LIST = Object.keys(REASONS) as RejectReason[];

/** The reason that a key stands for: 1 for the first. */
export const reasonOfKey = (key: string): RejectReason | undefined => REASON_LIST[Number(key) - 1];

interface RejectChoiceProps {
  onChoose: (reason: RejectReason) => void;
  /** Its artwork is bad for all pieces of the order. */
  onStop: () => void;
  onCancel: () => void;
}

/** What is wrong with the piece in hand. No window: scanning goes on as if it was not there. */
export function RejectChoice({ onChoose, onStop, onCancel }: RejectChoiceProps) {
  const copy = useCopy(piecesCopy);
  return (
    <section className={classes.choice} aria-label={copy.whatIsWrong}>
      <p className={classes.title}>{copy.whatIsWrong}</p>
      <div className={classes.reasons}>
        {REASON_LIST.map((reason, place) => (
          <Button
            key={reason}
            color="red"
            size="lg"
            className={classes.reason}
            rightSection={<Kbd>{place + 1}</Kbd>}
            justify="space-between"
            onClick={() => onChoose(reason)}
          >
            {copy.reasons[reason]}
          </Button>
        ))}
        <Button
          color="dark"
          size="lg"
          className={classes.reason}
          rightSection={<Kbd>9</Kbd>}
          justify="space-between"
          onClick={onStop}
        >
          {copy.stopOrder}
        </Button>
        <Button
          variant="default"
          size="lg"
          className={classes.reason}
          rightSection={<Kbd>0</Kbd>}
          justify="space-between"
          onClick={onCancel}
        >
          {copy.keep}
        </Button>
      </div>
    </section>
  );
}
