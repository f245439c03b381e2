/** Roles of the center's people and programs, from the most powerful on. */
export const ROLES = ['admin', 'office', 'floor', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

const OWN = ['me.read', 'me.change'] as const;
/** The floor works at stations with scanned codes, and sees no lists. */
const FLOOR = [
  ...OWN,
  'stations.work',
  'floor.read',
  'production.work',
  'stock.work',
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
  'shops.read',
  'reports.read',
  // Also choosing one's own alerts.
  'alerts.read',
  'printers.read',
  'labels.read',
  'prints.read',
  'production.read',
  'handovers.read',
  'stations.read',
  // Pieces, parcels, bins and their papers.
  'floor.read',
] as const;
const OFFICE = [
  ...VIEWER,
  'orders.create',
  'orders.accept',
  'orders.ship',
  'orders.cancel',
  'orders.mend',
  'orders.hold',
  'orders.prefer',
  'orders.note',
  // Places, receiving, counting and moves, with a scanner.
  'stock.work',
  'stock.change',
  'catalog.change',
  'catalog.note',
  'carriers.change',
  'clients.contracts',
  // Price lists, charges and statements.
  'money.read',
  'money.change',
  'webhooks.change',
  // What products of a shop are in Platen.
  'shops.map',
  'stations.work',
  'stations.open',
  'print',
  'production.release',
  'production.work',
  'returns.book',
  'handovers.change',
] as const;
const ADMIN = [
  ...OFFICE,
  // Notes of other authors.
  'notes.change',
  'orders.erase',
  'clients.change',
  'clients.secrets',
  'operators.read',
  'operators.change',
  'stations.change',
  'audit.read',
  'settings.read',
  'settings.change',
  'service.resume',
  'printers.change',
  'labels.change',
  'shops.change',
  'machines.change',
] as const;

export type Verb = (typeof ADMIN)[number];
export const VERBS: readonly Verb[] = ADMIN;

/** The rights of each role. Each staff route names its verb, and the console hides other buttons. */
export const VERBS_OF: Readonly<Record<Role, readonly Verb[]>> = {
  admin: ADMIN,
  office: OFFICE,
  floor: FLOOR,
  viewer: VIEWER,
};

const ALLOWED = new Map<string, ReadonlySet<Verb>>(
  Object.entries(VERBS_OF).map(([role, verbs]) => [role, new Set(verbs)]),
);

/** Returns whether the role may do this. Without a role, nothing is allowed. */
export function mayDo(role: Role | null, verb: Verb): boolean {
  return role !== null && ALLOWED.get(role)?.has(verb) === true;
}

export function rolesThatMay(verb: Verb): Role[] {
  return ROLES.filter((role) => mayDo(role, verb));
}
