/** The kinds of actors: a customer, a person or program of the center, Platen itself. */
export const ACTOR_KINDS = ['client', 'operator', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The author of a change, with the author's name at the time of the change. Customers see only the kind. */
export type Actor = { kind: ActorKind; id: string | null; name: string | null };
export const SYSTEM: Actor = { kind: 'system', id: null, name: null };
export const COMMAND_LINE: Actor = { kind: 'operator', id: null, name: 'command line' };

/** Returns the actor of a request: staff if the scope is `operator`, otherwise a customer. */
export function actorOf(caller: { clientId: string; name: string; scope: string }): Actor {
  return { kind: caller.scope === 'operator' ? 'operator' : 'client', id: caller.clientId, name: caller.name };
}
