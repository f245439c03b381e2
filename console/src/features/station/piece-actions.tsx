import { Button, Kbd } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { COMMANDS } from '../../shared/scan/station-commands.ts';
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
  const { piece, canUndo, isAsked } = work;
  if (isAsked) return null;
  return (
    <div className={classes.actions}>
      {piece && (
        <>
          <Button
            className={classes.pass}
            color="#1f6b2c"
            onClick={() => work.send(COMMANDS.PASS)}
            leftSection={<Icon name="check" size={26} />}
          >
            {passLabel} <Kbd ml={12}>{copy.spaceKey}</Kbd>
          </Button>
          <Button className={classes.action} color="red.9" onClick={() => work.send(COMMANDS.REJECT_PIECE)}>
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
        <Button className={classes.action} variant="default" onClick={() => work.send(COMMANDS.UNDO)}>
          {copy.undo} <Kbd ml={10}>U</Kbd>
        </Button>
      )}
    </div>
  );
}
