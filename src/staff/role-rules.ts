/** What people and programs of the center may be. */
export const ROLES = ['admin', 'office', 'floor', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** What whoever is signed in may do for themselves. */
const OWN = ['me.read', 'me.change'] as const;
/** At stations: what is in the hand, what is printed there, and no lists. */
const FLOOR = [
  ...OWN,
  'stations.work',
  'production.work',
  'handovers.read',
  'printers.read',
  'print',
] as const;
const VIEWER = [
  ...OWN,
  'orders.read',
  'stock.read',
  'catalog.read',
  'carriers.read',
  'clients.read',
  'webhooks.read',
  'reports.read',
  'printers.read',
  'prints.read',
  'production.read',
  'handovers.read',
] as const;
const OFFICE = [
  ...VIEWER,
  'orders.accept',
  'orders.ship',
  'orders.cancel',
  'orders.mend',
  'orders.hold',
  'orders.prefer',
  'orders.note',
  'stock.change',
  'catalog.change',
  'catalog.note',
  'carriers.change',
  'clients.contracts',
  'webhooks.change',
  'stations.work',
  'stations.read',
  'stations.open',
  'print',
  'production.release',
  'production.work',
  'returns.book',
  'handovers.change',
] as const;
const ADMIN = [
  ...OFFICE,
  // Those that others wrote.
  'notes.change',
  'orders.erase',
  'clients.change',
  'clients.secrets',
  'operators.read',
  'operators.change',
  'stations.change',
  'audit.read',
  'settings.read',
  'service.resume',
  'printers.change',
] as const;

export type Verb = (typeof ADMIN)[number];

/** Every verb there is. */
export const VERBS: readonly Verb[] = ADMIN;

/** The one table of what each role may do. Every route of staff names its verb, and the console shows its buttons by it. */
export const VERBS_OF: Readonly<Record<Role, readonly Verb[]>> = {
  admin: ADMIN,
  office: OFFICE,
  floor: FLOOR,
  viewer: VIEWER,
};

const ALLOWED = new Map<string, ReadonlySet<Verb>>(
  Object.entries(VERBS_OF).map(([role, verbs]) => [role, new Set(verbs)]),
);

/** Whether the role may do this; nobody without a role may do anything. */
export function mayDo(role: Role | null, verb: Verb): boolean {
  return role !== null && ALLOWED.get(role)?.has(verb) === true;
}

/** The roles that may do this, to tell whoever may not. */
export function rolesThatMay(verb: Verb): Role[] {
  return ROLES.filter((role) => mayDo(role, verb));
}
