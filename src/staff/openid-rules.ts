import { ApiError } from '../platform/errors/errors.ts';
import { LOGIN_LENGTH_MAX, OPERATOR_NAME_LENGTH_MAX } from './login-rules.ts';
import { withoutHidden } from './name-rules.ts';
import { ROLES, type Role } from './role-rules.ts';

/** Somebody of whom the provider has told who they are and what they may do. */
export interface OpenIdPerson {
  issuer: string;
  subject: string;
  login: string;
  name: string;
  role: Role;
}

interface RoleMapping {
  /** Name of the claim; of one within another with a point between them. */
  roleClaim: string;
  /** By what the claim has. */
  roles: ReadonlyMap<string, Role>;
}

/** OpenID Connect Core, section 2. */
const SUBJECT_LENGTH_MAX = 255;

type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns the person in the claims, with the most powerful of the mapped roles. Throws `openid_refused` for a `sub` that cannot be stored,
 * and when no role is mapped.
 */
export function personOf(claims: Claims, mapping: RoleMapping): OpenIdPerson {
  const { iss: issuer, sub: subject } = claims;
  if (!isSubject(subject)) {
    throw new ApiError(
      'openid_refused',
      `The provider gives you an identifier ("sub") that cannot be stored: it takes 1 to ${SUBJECT_LENGTH_MAX} visible characters. Ask whoever administers your accounts.`,
    );
  }
  const told = claimOf(claims, mapping.roleClaim);
  const mapped = [told].flat().map((one) => mapping.roles.get(String(one)));
  const role = ROLES.find((one) => mapped.includes(one));
  if (!role) {
    throw new ApiError(
      'openid_refused',
      'You are known there, but have no role here. Ask whoever administers your accounts for one.',
    );
  }
  const texts = (...names: string[]) => names.map((name) => visibleText(claims[name])).find(Boolean);
  const login = texts('preferred_username', 'email', 'sub') ?? subject;
  const name = texts('name') ?? login;
  return {
    issuer: String(issuer),
    subject,
    login: firstOf(login, LOGIN_LENGTH_MAX),
    name: firstOf(name, OPERATOR_NAME_LENGTH_MAX),
    role,
  };
}

/** A claim whose name may itself have points in it, as addresses have. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((within, part) => {
    return typeof within === 'object' && within !== null && Object.hasOwn(within, part)
      ? (within as Claims)[part]
      : undefined;
  }, claims);
}

function isSubject(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= SUBJECT_LENGTH_MAX &&
    value.isWellFormed() &&
    !value.includes('\0') &&
    withoutHidden(value) !== ''
  );
}

function firstOf(text: string, lengthMax: number): string {
  return [...text].slice(0, lengthMax).join('').trim();
}

/** The text as others may see it; empty when nothing of it is visible. */
function visibleText(value: unknown): string {
  return typeof value === 'string' ? withoutHidden(value) : '';
}
