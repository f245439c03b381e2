/** Who does something: a customer, someone or some program of the center, or Platen itself. */
export const ACTOR_KINDS = ['client', 'operator', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Who it was, by the id and the name they had then; Platen itself has neither. Customers are told the kind only. */
export interface Actor {
  kind: ActorKind;
  /** clientId of a customer or a program of the center, operatorId of a person. */
  id: string | null;
  name: string | null;
}

export const SYSTEM: Actor = { kind: 'system', id: null, name: null };
/** Whoever may give commands on the machine itself. */
export const COMMAND_LINE: Actor = { kind: 'operator', id: null, name: 'command line' };

/** Who acts when a request comes: a customer, or with the scope of operators the center's staff. */
export function actorOf(caller: { clientId: string; name: string; scope: string }): Actor {
  return {
    kind: caller.scope === 'operator' ? 'operator' : 'client',
    id: caller.clientId,
    name: caller.name,
  };
}
