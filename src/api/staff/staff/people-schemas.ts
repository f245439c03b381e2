import { Type } from 'typebox';
import { booleanField, oneOf, stringField, Timestamp, titledObject } from '../../../platform/http/api-document.ts';
import { LOGIN_LENGTH_MAX, OPERATOR_NAME_LENGTH_MAX } from '../../../staff/name-rules.ts';
import type { Operator } from '../../../staff/operator-store.ts';
import { EXAMPLE_PASSWORDS, PASSWORD_LENGTH_MIN } from '../../../staff/password-rules.ts';
import { ROLES, type Role, VERBS, VERBS_OF, type Verb } from '../../../staff/role-rules.ts';
import { expiryOf } from '../../../staff/session-rules.ts';
import type { StoredSession } from '../../../staff/session-store.ts';
import { strictObject, text } from '../fields/operator-schemas.ts';

/** More characters than any accepted password has. */
const SENT_PASSWORD_LENGTH_MAX = 1_000;
const TOKEN_LENGTH_MAX = 100;
export const OPERATOR_ID = '019a5c7e-3b1f-7c2d-8e4a-5f6071829304';
const SESSION_ID = '0198c0df-44dd-7e55-9f66-071829304a5b';
const LINK_TOKEN = 'q3Xz7Lr0-1fJa5H4TG2smICGKf_LUP_GsfXDCRlhtx4';
/** Twelve hours after the other times in the examples. */
const EXPIRES = '2026-02-01T00:00:00.000Z';

const operatorId = stringField('Identifier of the account.', OPERATOR_ID);
const name = stringField('Name that others see.', 'Ada Lovelace');
const login = stringField('Login for signing in.', 'ada@example.com');
const nameText = text(OPERATOR_NAME_LENGTH_MAX, 'Name that others see.', 'Ada Lovelace');
export const role = oneOf(
  ROLES,
  'Role of the person. admin: everything. office: orders, catalogue, stock and carriers, without accounts and secrets. floor: stations only. viewer: reads the same as office.',
);
const language = Type.Optional(oneOf(['de', 'en'], 'Language of the console. Default: language of the browser.'));
const newPassword = Type.String({
  examples: [EXAMPLE_PASSWORDS[1]],
  maxLength: SENT_PASSWORD_LENGTH_MAX,
  description: `At least ${PASSWORD_LENGTH_MIN} characters. A strength estimate refuses common words, known phrases, the example of this document, and names and logins of the person.`,
});
/** Returns the schema of a secret or login that is compared, not stored. */
export const sentText = (maxLength: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, description, examples: [example] });
const sentPassword = (description: string) => sentText(SENT_PASSWORD_LENGTH_MAX, description, EXAMPLE_PASSWORDS[0]);
export const sentLogin = sentText(LOGIN_LENGTH_MAX, 'Login, in any case.', 'ada@example.com');
export const verbs = (description: string, role: Role) =>
  Type.Array(oneOf<Verb>(VERBS, 'A permission.'), { description, examples: [[...VERBS_OF[role]]] });

const accountFields = { operatorId, name, login, role, language };

export const SessionSchema = titledObject('Session', 'A session of a person.', {
  operator: titledObject('SignedInOperator', 'The person who is signed in.', accountFields),
  verbs: verbs('All permissions of the role.', 'admin'),
  expires: Timestamp('When the session ends. Each use extends it.', EXPIRES),
});

export const SignInRequest = strictObject('SignInRequest', 'A login and its password.', {
  login: sentLogin,
  password: sentPassword('The password.'),
});

export const WelcomeRequest = strictObject('WelcomeRequest', 'A new password and a one-time link.', {
  token: Type.String({
    maxLength: TOKEN_LENGTH_MAX,
    description: 'Token of the one-time link: the part after the #.',
    examples: [LINK_TOKEN],
  }),
  password: newPassword,
});

export const LinkCheckRequest = strictObject('LinkCheckRequest', 'A one-time link.', {
  token: WelcomeRequest.properties.token,
});

export const SignInOptionsSchema = titledObject('SignInOptions', 'The ways to sign in.', {
  password: booleanField('true: people may sign in with a login and a password.'),
  openIdConnect: Type.Optional(
    titledObject('OpenIdConnectOption', 'Present when OpenID Connect is set up.', {
      label: stringField('Label of the button.', 'Company account'),
    }),
  ),
});

export const OPERATOR_EXAMPLE = {
  operatorId: OPERATOR_ID,
  name: 'Ada Lovelace',
  login: 'ada@example.com',
  role: 'admin',
  disabled: false,
  created: '2026-01-31T12:00:00.000Z',
  passwordSet: false,
  linkExpires: '2026-02-03T12:00:00.000Z',
  openIdConnect: false,
};

export const OperatorSchema = titledObject(
  'Operator',
  'An account of a staff member.',
  {
    ...accountFields,
    disabled: booleanField('true: the account is disabled.'),
    created: Timestamp('When the account was created.'),
    signedIn: Type.Optional(Timestamp('When the person last signed in. Absent: never.')),
    passwordSet: booleanField('true: the account has a password.'),
    linkExpires: Type.Optional(Timestamp('When the unused one-time link expires.')),
    openIdConnect: booleanField('true: the person signs in with OpenID Connect.'),
    badgeCode: Type.Optional(
      stringField(
        'Code 128 text of the badge, for signing on at stations. Absent: the person has no badge.',
        'W271828182842',
      ),
    ),
    badgeGiven: Type.Optional(Timestamp('When the badge was issued.')),
    pinGiven: Type.Optional(Timestamp('When the PIN for stations was issued. Absent: there is none.')),
  },
  OPERATOR_EXAMPLE,
);

export const NewOperatorSchema = titledObject('OperatorLink', 'An account with its one-time link.', {
  operator: OperatorSchema,
  link: Type.String({
    description: 'Address where the person sets a password. It works once, and appears in this answer only.',
    format: 'uri',
    examples: [`http://localhost:8080/console/welcome#${LINK_TOKEN}`],
  }),
});

export const NewOperatorRequest = strictObject('NewOperatorRequest', 'A new account.', {
  name: nameText,
  login: text(LOGIN_LENGTH_MAX, 'A name or an e-mail address, in any case.', 'ada@example.com'),
  role,
});

export const OperatorChangeRequest = strictObject(
  'OperatorChangeRequest',
  'The fields to change. Absent fields keep their value.',
  {
    name: Type.Optional(nameText),
    role: Type.Optional(role),
    disabled: Type.Optional(
      booleanField('true: ends all sessions and prevents signing in. false: allows signing in again.'),
    ),
  },
);

export const MeRequest = strictObject('MeRequest', 'The fields to change. Absent fields keep their value.', {
  name: Type.Optional(nameText),
  language,
});

export const PasswordRequest = strictObject('PasswordRequest', 'The current and the new password.', {
  current: sentPassword('The current password.'),
  password: newPassword,
});

export const ListedSessionSchema = titledObject(
  'OperatorSession',
  'A session of a person in a browser.',
  {
    sessionId: stringField('Identifier of the session.', SESSION_ID),
    created: Timestamp('When the session began.'),
    lastSeen: Timestamp('When the session was last used, to the minute.'),
    expires: Timestamp('When the session ends. Each use extends it.'),
    userAgent: Type.Optional(stringField('User-Agent header of the browser.')),
    current: Type.Optional(booleanField('true: this is the session of the request.')),
  },
  {
    sessionId: SESSION_ID,
    created: '2026-01-31T12:00:00.000Z',
    lastSeen: '2026-01-31T12:05:00.000Z',
    expires: '2026-02-01T00:05:00.000Z',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  },
);

export const OperatorParams = Type.Object({ operatorId });
const { sessionId } = ListedSessionSchema.properties;
export const SessionParams = Type.Object({ sessionId });
export const OperatorSessionParams = Type.Object({ operatorId, sessionId });
type Account = { operatorId: string; name: string; login: string; role: Role; language: string | null };

function showAccount({ operatorId, name, login, role, language }: Account) {
  return { operatorId, name, login, role, ...(language && { language }) };
}

export function showSession(account: Account, expires: Date) {
  return { operator: showAccount(account), verbs: VERBS_OF[account.role], expires };
}

export function showOperator(operator: Operator) {
  const { status, created, signedIn, hasPassword, linkExpires, isOpenId } = operator;
  const { badgeCode, badgeGiven, pinGiven } = operator;
  return {
    ...showAccount(operator),
    disabled: status === 'disabled',
    created,
    ...(signedIn && { signedIn }),
    passwordSet: hasPassword,
    ...(linkExpires && { linkExpires }),
    openIdConnect: isOpenId,
    ...(badgeCode !== null && { badgeCode, badgeGiven }),
    ...(pinGiven && { pinGiven }),
  };
}

/** Marks the session of the request, whose id is `current`. */
export function showListed(session: StoredSession, current?: string) {
  const { sessionId, created, lastSeen, userAgent } = session;
  return {
    sessionId,
    created,
    lastSeen,
    expires: expiryOf('operator', session),
    ...(userAgent && { userAgent }),
    ...(sessionId === current && { current: true }),
  };
}
