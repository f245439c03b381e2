import { Button, Kbd } from '@mantine/core';
import type { RejectReason } from '../../shared/api/reject-reasons.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { REASON_LIST, STOP_KEY } from '../../shared/scan/station-commands.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import classes from './piece-actions.module.css';
import { piecesCopy } from './station-copy.ts';
import type { PieceWork } from './use-piece-work.ts';

interface PieceActionsProps {
  work: PieceWork;
  passLabel: string;
  /** The next steps of the piece have print files. */
  hasFiles?: boolean;
}

/** The actions for the piece in hand. Each has a key, and a code on the command sheet. */
export function PieceActions({ work, passLabel, hasFiles = false }: PieceActionsProps) {
  const copy = useCopy(piecesCopy);
  const { piece, canUndo, isRejecting } = work;
  if (isRejecting)
    return <RejectChoice onChoose={work.reject} onStop={work.stopOrder} onCancel={() => work.askReason(false)} />;
  return (
    <div className={classes.actions}>
      {piece && (
        <>
          <Button
            className={classes.pass}
            color="#1f6b2c"
            onClick={work.pass}
            leftSection={<Icon name="check" size={26} />}
          >
            {passLabel} <Kbd ml={12}>{copy.spaceKey}</Kbd>
          </Button>
          <Button className={classes.action} color="red.9" onClick={() => work.askReason(true)}>
            {copy.reject} <Kbd ml={10}>F</Kbd>
          </Button>
        </>
      )}
      {hasFiles && (
        <Button
          className={classes.action}
          variant="default"
          onClick={work.saveFiles}
          leftSection={<Icon name="download" size={22} />}
        >
          {copy.file} <Kbd ml={10}>D</Kbd>
        </Button>
      )}
      {canUndo && (
        <Button className={classes.action} variant="default" onClick={work.undo}>
          {copy.undo} <Kbd ml={10}>U</Kbd>
        </Button>
      )}
    </div>
  );
}

interface RejectChoiceProps {
  onChoose: (reason: RejectReason) => void;
  /** Stops the whole order because its artwork is bad. */
  onStop: () => void;
  onCancel: () => void;
}

/** Asks why the piece in hand is rejected. It is not a dialog, so scanning continues. */
function RejectChoice({ onChoose, onStop, onCancel }: RejectChoiceProps) {
  const copy = useCopy(piecesCopy);
  return (
    <section className={classes.choice} aria-label={copy.whatIsWrong}>
      <p className={classes.choiceTitle}>{copy.whatIsWrong}</p>
      <div className={classes.reasons}>
        {REASON_LIST.map(({ reason, key }) => (
          <Button
            key={reason}
            color="red"
            size="lg"
            className={classes.reason}
            rightSection={key !== undefined && <Kbd>{key}</Kbd>}
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
          rightSection={<Kbd>{STOP_KEY}</Kbd>}
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
