import { ApiError } from '../platform/errors/errors.ts';
import { LOGIN_LENGTH_MAX, OPERATOR_NAME_LENGTH_MAX, removeHidden } from './name-rules.ts';
import { ROLES, type Role } from './role-rules.ts';

/** A person as the provider's claims describe them. */
export type OpenIdPerson = { issuer: string; subject: string; login: string; name: string; role: Role };
type RoleMapping = { roleClaim: string; roles: ReadonlyMap<string, Role> };

/** OpenID Connect Core, section 2. */
const SUBJECT_LENGTH_MAX = 255;
type Claims = Readonly<Record<string, unknown>>;

/** Returns the person with the most powerful mapped role. Throws `openid_refused` for none or a bad `sub`. */
export function personOf(claims: Claims, mapping: RoleMapping): OpenIdPerson {
  const { iss: issuer, sub: subject } = claims;
  if (!isSubject(subject)) {
    throw new ApiError(
      'openid_refused',
      `The provider's identifier for you ("sub") must have 1 to ${SUBJECT_LENGTH_MAX} visible characters. Ask the administrator of your provider.`,
    );
  }
  const claimed = claimOf(claims, mapping.roleClaim);
  const mapped = [claimed].flat().map((one) => mapping.roles.get(String(one)));
  const role = ROLES.find((one) => mapped.includes(one));
  if (!role) {
    throw new ApiError(
      'openid_refused',
      'The provider knows you, but gives you no role for Platen. Ask the administrator of your provider for a role.',
    );
  }
  const texts = (...names: string[]) => names.map((name) => visibleText(claims[name])).find(Boolean);
  const login = texts('preferred_username', 'email', 'sub') ?? subject;
  const name = texts('name') ?? login;
  return {
    issuer: String(issuer),
    subject,
    login: beginOf(login, LOGIN_LENGTH_MAX),
    name: beginOf(name, OPERATOR_NAME_LENGTH_MAX),
    role,
  };
}

/** Returns a claim. Its own name may contain dots, for example when it is a URL. */
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
    removeHidden(value) !== ''
  );
}

function beginOf(text: string, lengthMax: number): string {
  return [...text].slice(0, lengthMax).join('').trim();
}

/** Returns the visible part of a text; empty for other values. */
function visibleText(value: unknown): string {
  return typeof value === 'string' ? removeHidden(value) : '';
}
