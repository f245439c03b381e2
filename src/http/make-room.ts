import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './peer-network.ts';

/**
 * The connections to close when there are too many, `count` at most: of the party that holds most of them, and of those what costs it
 * least, the oldest first. `sockets` is in the order of their coming. None whose request is being answered is among them.
 */
export function leastMissed(sockets: Iterable<Socket>, count: number): Socket[] {
  const parties = Map.groupBy(
    [...sockets].filter((socket) => rankOf(socket) !== undefined),
    partyOf,
  );
  const chosen: Socket[] = [];
  for (const party of [...parties.values()].sort((a, b) => b.length - a.length)) {
    const byRank = Map.groupBy(party, rankOf);
    for (const rank of RANKS) chosen.push(...(byRank.get(rank) ?? []));
    if (chosen.length >= count) break;
  }
  return chosen.slice(0, count);
}

/** The answer that is being made on a connection, as Node keeps it; its request may still be arriving. */
export function answerOn(socket: Socket): ServerResponse | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}

const RANKS = ['said nothing', 'between requests', 'does not read'] as const;

function rankOf(socket: Socket): (typeof RANKS)[number] | undefined {
  const answering = answerOn(socket);
  if (!answering?.req.complete) return socket.bytesWritten === 0 ? 'said nothing' : 'between requests';
  return socket.writableLength > 0 ? 'does not read' : undefined;
}

function partyOf({ remoteAddress = '' }: Socket): string {
  return networkOf(remoteAddress);
}
