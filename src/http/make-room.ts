import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The first groups of an IPv6 address are a network, which is one party. */
const NETWORK_GROUPS = 4;

/**
 * The connections to close when there are too many, `count` at most: of those that cost a customer least, the ones of the party that holds
 * most of them, the oldest first. `sockets` is in the order of their coming.
 */
export function leastMissed(sockets: Iterable<Socket>, count: number): Socket[] {
  const ranks = Map.groupBy(sockets, rankOf);
  const candidates = ranks.get(0) ?? ranks.get(1) ?? ranks.get(2);
  return candidates ? ofLargestParty(candidates).slice(0, count) : [];
}

/** The answer that is being made on a connection, as Node keeps it; its request may still be arriving. */
export function answerOn(socket: Socket): ServerResponse | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}

/** 0: never sent a whole request. 1: between two, or one is arriving. 2: does not read its answer. Undefined: is being answered. */
function rankOf(socket: Socket): number | undefined {
  const answering = answerOn(socket);
  if (!answering?.req.complete) return socket.bytesWritten === 0 ? 0 : 1;
  return socket.writableLength > 0 ? 2 : undefined;
}

function ofLargestParty(sockets: readonly Socket[]): Socket[] {
  const parties = Map.groupBy(sockets, ({ remoteAddress = '' }) =>
    remoteAddress.split(':', NETWORK_GROUPS).join(':'),
  );
  return [...parties.values()].reduce((largest, one) => (one.length > largest.length ? one : largest));
}
