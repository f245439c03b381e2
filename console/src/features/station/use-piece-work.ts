import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { REJECT_REASONS, type RejectReason } from '../../shared/api/reject-reasons.ts';
import { COMMANDS, reasonOfKey, STOP_KEY } from '../../shared/scan/station-commands.ts';
import { filesNow } from './piece-rules.ts';
import type { PieceInHand, ScannedOrder } from './station-api.ts';
import type { Scans } from './use-scans.ts';

/** The piece in hand with its actions. */
export interface PieceWork {
  piece: PieceInHand | undefined;
  order: ScannedOrder | undefined;
  canUndo: boolean;
  isRejecting: boolean;
  pass: () => void;
  undo: () => void;
  reject: (reason: RejectReason) => void;
  /** Stops the whole order because its artwork is bad. */
  stopOrder: () => void;
  askReason: (isAsked: boolean) => void;
  saveFiles: () => void;
}

/** Handles the piece in hand. A second scan of it saves its files if `savesFiles` is set. */
export function usePieceWork(scans: Scans, savesFiles: boolean): PieceWork {
  const { open, latest } = scans.shown;
  const piece = open?.piece;
  const [rejecting, setRejecting] = useState<string>();
  const saved = useRef<string>(undefined);
  const saveFiles = () => {
    if (piece) for (const { file, fileName } of filesNow(piece)) saveAs(SERVER_URL + file, fileName);
  };
  const onAgain = useEffectEvent(saveFiles);
  const againId = latest?.answer?.isAgain && !latest.isReplay ? latest.scan.id : undefined;
  useEffect(() => {
    if (!savesFiles || againId === undefined || saved.current === againId) return;
    saved.current = againId;
    onAgain();
  }, [againId, savesFiles]);
  const say = (code: string) => {
    setRejecting(undefined);
    scans.scan(code);
  };
  return {
    piece,
    order: open?.order,
    canUndo: scans.view.context.last !== undefined,
    isRejecting: piece !== undefined && rejecting === piece.code,
    pass: () => say(COMMANDS.PASS),
    undo: () => say(COMMANDS.UNDO),
    reject: (reason) => say(REJECT_REASONS[reason].code),
    stopOrder: () => say(COMMANDS.STOP_ORDER),
    askReason: (isAsked) => setRejecting(isAsked ? piece?.code : undefined),
    saveFiles,
  };
}

/** Runs the action of a single key press. */
export function onPieceKey(key: string, work: PieceWork): void {
  const { piece, canUndo, isRejecting } = work;
  const reason = isRejecting ? reasonOfKey(key) : undefined;
  if (reason) work.reject(reason);
  else if (key.toUpperCase() === STOP_KEY && isRejecting) work.stopOrder();
  else if (key === '0' && isRejecting) work.askReason(false);
  else if (key === ' ' && piece) work.pass();
  else if (key.toLowerCase() === 'f' && piece) work.askReason(!isRejecting);
  else if (key.toLowerCase() === 'u' && canUndo) work.undo();
  else if (key.toLowerCase() === 'd' && piece) work.saveFiles();
}

/** Downloads like a click on a link, so the browser shows its own progress. */
function saveAs(address: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
}
