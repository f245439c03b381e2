import { useEffect, useEffectEvent, useRef } from 'react';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { COMMANDS } from '../../shared/scan/station-commands.ts';
import { filesNow } from './piece-rules.ts';
import type { PieceInHand, ScannedOrder } from './station-api.ts';
import type { Scans } from './use-scans.ts';

/** The piece in hand with its actions. */
export interface PieceWork {
  piece: PieceInHand | undefined;
  order: ScannedOrder | undefined;
  canUndo: boolean;
  /** The question shows the possible answers. */
  isAsked: boolean;
  /** Sends a command code. */
  send: (code: string) => void;
  saveFiles: () => void;
}

/** Handles the piece in hand. A second scan of it saves its files if `savesFiles` is set. */
export function usePieceWork(scans: Scans, savesFiles: boolean): PieceWork {
  const { open, latest } = scans.screen;
  const piece = open?.piece;
  const saved = useRef<string>(undefined);
  const saveFiles = () => {
    if (piece) for (const { file, fileName } of filesNow(piece)) saveAs(SERVER_URL + file, fileName);
  };
  const onAgain = useEffectEvent(saveFiles);
  const againId = latest?.answer?.isAgain ? latest.scan.id : undefined;
  useEffect(() => {
    if (!savesFiles || againId === undefined || saved.current === againId) return;
    saved.current = againId;
    onAgain();
  }, [againId, savesFiles]);
  return {
    piece,
    order: open?.order,
    canUndo: scans.view.context.last !== undefined,
    isAsked: scans.view.context.question !== undefined,
    send: scans.scan,
    saveFiles,
  };
}

/** Runs the action of a single key press. */
export function onPieceKey(key: string, work: PieceWork): void {
  const { piece, canUndo } = work;
  if (key === ' ' && piece) work.send(COMMANDS.PASS);
  else if (key.toLowerCase() === 'f' && piece) work.send(COMMANDS.REJECT_PIECE);
  else if (key.toLowerCase() === 'u' && canUndo) work.send(COMMANDS.UNDO);
  else if (key.toLowerCase() === 'd' && piece) work.saveFiles();
}

/** Downloads like a click on a link, so the browser shows its own progress. */
function saveAs(address: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
}
