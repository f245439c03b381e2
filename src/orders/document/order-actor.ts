/** Who makes an order change: the customer, the center's staff, or Platen itself. */
export const ACTOR_KINDS = ['client', 'operator', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Who it was, by the id and the name they had then; Platen itself has neither. Customers are told the kind only. */
export interface Actor {
  kind: ActorKind;
  id: string | null;
  name: string | null;
}

export const SYSTEM: Actor = { kind: 'system', id: null, name: null };

/** Who acts when a client calls: a customer, or with the scope of operators the staff. */
export function actorOf(caller: { clientId: string; name: string; scope: string }): Actor {
  return {
    kind: caller.scope === 'operator' ? 'operator' : 'client',
    id: caller.clientId,
    name: caller.name,
  };
}
