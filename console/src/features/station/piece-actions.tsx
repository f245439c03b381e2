import { Button, Kbd } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import classes from './piece-actions.module.css';
import { piecesCopy } from './pieces-copy.ts';
import { RejectChoice } from './reject-choice.tsx';
import type { PieceWork } from './use-piece-work.ts';

interface PieceActionsProps {
  work: PieceWork;
  passLabel: string;
  /** There are files to be saved for what is done now. */
  hasFiles?: boolean;
}

/** What can be said of the piece in hand by finger, by key, and by the codes of the sheet. */
export function PieceActions({ work, passLabel, hasFiles = false }: PieceActionsProps) {
  const copy = useCopy(piecesCopy);
  const { piece, canUndo, isRejecting } = work;
  if (isRejecting)
    return (
      <RejectChoice onChoose={work.reject} onStop={work.stopOrder} onCancel={() => work.askReason(false)} />
    );
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
