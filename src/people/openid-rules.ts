import { ApiError } from '../errors.ts';
import { LOGIN_LENGTH_MAX, OPERATOR_NAME_LENGTH_MAX } from './login-rules.ts';
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

type Claims = Readonly<Record<string, unknown>>;

/** Who the claims are about. Of several roles the one that may do most counts. Throws `openid_refused` where none is mapped. */
export function personOf(claims: Claims, mapping: RoleMapping): OpenIdPerson {
  const { iss: issuer, sub: subject } = claims;
  const told = claimOf(claims, mapping.roleClaim);
  const mapped = [told].flat().map((one) => mapping.roles.get(String(one)));
  const role = ROLES.find((one) => mapped.includes(one));
  if (!role) {
    throw new ApiError(
      'openid_refused',
      'You are known there, but have no role here. Ask whoever administers your accounts for one.',
    );
  }
  const texts = (...names: string[]) => names.map((name) => printable(claims[name])).find(Boolean);
  const login = texts('preferred_username', 'email') ?? String(subject);
  const name = texts('name') ?? login;
  return {
    issuer: String(issuer),
    subject: String(subject),
    login: login.slice(0, LOGIN_LENGTH_MAX),
    name: name.slice(0, OPERATOR_NAME_LENGTH_MAX),
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

function printable(value: unknown): string {
  // What is stored is shown, and can be.
  return typeof value === 'string'
    ? value
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, '')
        .trim()
    : '';
}
