import { ApiError, type ErrorName } from '../platform/errors/errors.ts';

export const SIGN_IN_WAYS = ['password', 'link', 'openid', 'badge', 'pin'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];
/** throttled: nothing was tried, since too much was wrong before. */
export const SIGN_IN_OUTCOMES = ['signed_in', 'refused', 'throttled'] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];
/** Is told how each attempt ends. */
export type OnSignIn = (way: SignInWay, outcome: SignInOutcome) => void;

const REFUSALS: ReadonlySet<ErrorName> = new Set(['sign_in_refused', 'link_not_valid', 'openid_refused']);

/** Does what signs somebody in, and tells how it ended. What failed for another reason is no attempt. */
export async function tellOutcome<T>(
  onSignIn: OnSignIn,
  way: SignInWay,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    const signedIn = await attempt();
    onSignIn(way, 'signed_in');
    return signedIn;
  } catch (error) {
    const name = error instanceof ApiError ? error.error : undefined;
    if (name === 'rate_limited') onSignIn(way, 'throttled');
    if (name && REFUSALS.has(name)) onSignIn(way, 'refused');
    throw error;
  }
}
