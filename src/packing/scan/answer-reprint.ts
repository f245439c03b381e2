import { ApiError } from '../../platform/errors/errors.ts';
import { findProductionOrders } from '../../production/production-order-store.ts';
import { refuse } from '../../production/scan/scan-rules.ts';
import type { AtStation } from '../../production/scan/work-on-piece.ts';
import { findLastOfStation, findParcelByCode, type Parcel } from '../parcel-store.ts';
import type { AskedOfPacking } from './answer-packing.ts';
import { lockParcel, told } from './pack-parcel.ts';
import { reprintOfParcel } from './packed-parcel.ts';
import type { Refusal, ScanAnswer, ScanContext, ShownParcel } from './scan-answers.ts';

/**
 * REPRINT_LABEL asks why; a code of the reasons then prints the label of the open parcel, or of the one that left this station last, once more. Undefined:
 * the scan is about something else.
 */
export async function answerReprint(
  at: AtStation,
  { command, open }: AskedOfPacking,
): Promise<ScanAnswer | undefined> {
  const { parcel, last, reprint } = open;
  const rest: ScanContext = {
    work: 'PACK',
    ...(parcel !== undefined && { parcel }),
    ...(last !== undefined && { last }),
  };
  const meaning = 'COMMAND' as const;
  if (command?.command === 'REPRINT_LABEL') {
    const found = await ofStation(at, parcel);
    const said = { meaning, command: command.command };
    if (!found) return { ...said, refusal: refuse('NO_PARCEL', 'no_parcel_left'), next: rest };
    return {
      ...said,
      asks: 'REASON',
      ...(await orderOf(at, found)),
      parcel: shown(found),
      next: { ...rest, reprint: found.code },
    };
  }
  if (reprint === undefined || command?.command !== 'REJECT') return undefined;
  const { reason } = command;
  const refusal = await printAgain(at, reprint, reason);
  const opened = parcel === undefined ? undefined : await lockParcel(at, parcel);
  const found = await findParcelByCode(at.connection, reprint);
  return {
    meaning,
    command: 'REPRINT_LABEL',
    reason,
    ...(found && (await orderOf(at, found))),
    ...(opened ? await told(at, opened) : found && { parcel: shown(found) }),
    ...(refusal && { refusal }),
    next: rest,
  };
}

async function printAgain(at: AtStation, code: string, reason: string): Promise<Refusal | undefined> {
  try {
    await reprintOfParcel(at, code, { kinds: ['LABEL', 'CUSTOMS'], reason });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse('NO_LABEL', 'label_not_printed_again', { message: error.message });
  }
}

function ofStation(
  { connection, station }: AtStation,
  open: string | undefined,
): Promise<Parcel | undefined> {
  return open === undefined ? findLastOfStation(connection, station) : findParcelByCode(connection, open);
}

async function orderOf(
  { connection }: AtStation,
  { clientId, orderId }: Parcel,
): Promise<Pick<ScanAnswer, 'order'>> {
  const [begun] = await findProductionOrders(connection, clientId, [orderId]);
  return begun ? { order: { clientId, orderId, code: begun.code } } : {};
}

function shown({ code, parcel, state }: Parcel): ShownParcel {
  return { code, number: parcel, state, items: [] };
}
