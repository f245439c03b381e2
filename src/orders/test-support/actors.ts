import type { Actor } from '../../platform/audit/actor.ts';

export const STAFF: Actor = { kind: 'operator', id: 'center', name: 'The Center' };
export const CUSTOMER: Actor = { kind: 'client', id: 'shop', name: 'The Shop' };
