import { Type } from 'typebox';
import { Timestamp } from '../../../platform/http/api-document.ts';
import { LOGIN_LENGTH_MAX, OPERATOR_NAME_LENGTH_MAX } from '../../../staff/login-rules.ts';
import type { Operator } from '../../../staff/operator-store.ts';
import { PASSWORD_LENGTH_MIN } from '../../../staff/password-rules.ts';
import { ROLES, type Role, VERBS, VERBS_OF, type Verb } from '../../../staff/role-rules.ts';
import { expiryOf } from '../../../staff/session-rules.ts';
import type { StoredSession } from '../../../staff/session-store.ts';
import { oneOf, strictObject, text } from '../fields/operator-schemas.ts';

/** More than any password that is taken, and little to hash. */
const SENT_PASSWORD_LENGTH_MAX = 1_000;
const TOKEN_LENGTH_MAX = 100;
const OPERATOR_ID = '019a5c7e-3b1f-7c2d-8e4a-5f6071829304';
const SESSION_ID = '0198c0df-44dd-7e55-9f66-071829304a5b';
const LINK_TOKEN = 'q3Xz7Lr0-1fJa5H4TG2smICGKf_LUP_GsfXDCRlhtx4';
/** Twelve hours after the examples' other moments. */
const EXPIRES = '2026-02-01T00:00:00.000Z';
const LANGUAGES = ['de', 'en'] as const;

const operatorId = Type.String({
  description: 'Identifier of the account.',
  examples: [OPERATOR_ID],
});
const name = Type.String({ description: 'Name that others see.', examples: ['Ada Lovelace'] });
const login = Type.String({ description: 'What the person signs in with.', examples: ['ada@example.com'] });
export const role = oneOf(
  ROLES,
  'What the person may do. admin: everything. office: orders, catalogue, stock and carriers, no accounts and no secrets. floor: stations only. viewer: reads what office reads.',
);
const language = Type.Optional(oneOf(LANGUAGES, 'Language of the console; absent: that of the browser.'));
const newPassword = Type.String({
  examples: ['three quiet harbours at dawn'],
  maxLength: SENT_PASSWORD_LENGTH_MAX,
  description: `At least ${PASSWORD_LENGTH_MIN} characters, and not easy to guess: the strength is estimated with common words and with what the person is known by.`,
});
const sentPassword = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: SENT_PASSWORD_LENGTH_MAX,
    description,
    examples: ['violet teapots hum softly'],
  });

const accountFields = { operatorId, name, login, role, language };

export const SessionSchema = Type.Object(
  {
    operator: Type.Object(accountFields, { title: 'SignedInOperator', description: 'Who is signed in.' }),
    verbs: Type.Array(oneOf<Verb>(VERBS, 'Something that may be done.'), {
      description: 'All that the role may do.',
      examples: [[...VERBS_OF.admin]],
    }),
    expires: Timestamp('When the session ends, if it is not used before.', EXPIRES),
  },
  { title: 'Session', description: 'A session of a person.' },
);

export const SignInRequest = strictObject('SignInRequest', 'A login and its password.', {
  login: Type.String({
    minLength: 1,
    maxLength: LOGIN_LENGTH_MAX,
    description: 'Case does not count.',
    examples: ['ada@example.com'],
  }),
  password: sentPassword('The password.'),
});

export const WelcomeRequest = strictObject('WelcomeRequest', 'A password to be set by a one-time link.', {
  token: Type.String({
    maxLength: TOKEN_LENGTH_MAX,
    description: 'Token of the one-time link: what follows the #.',
    examples: [LINK_TOKEN],
  }),
  password: newPassword,
});

export const SignInOptionsSchema = Type.Object(
  {
    password: Type.Boolean({ description: 'Whether people may sign in with a login and a password.' }),
    openIdConnect: Type.Optional(
      Type.Object(
        { label: Type.String({ description: 'Label of the button.', examples: ['Company account'] }) },
        { title: 'OpenIdConnectOption', description: 'Present when OpenID Connect is set up.' },
      ),
    ),
  },
  { title: 'SignInOptions', description: 'The ways to sign in.' },
);

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

export const OperatorSchema = Type.Object(
  {
    ...accountFields,
    disabled: Type.Boolean({ description: 'Whether the account is disabled.' }),
    created: Timestamp('When the account was made.'),
    signedIn: Type.Optional(Timestamp('When the person last signed in; absent: never.')),
    passwordSet: Type.Boolean({ description: 'Whether there is a password.' }),
    linkExpires: Type.Optional(Timestamp('When the one-time link that is open ends.')),
    openIdConnect: Type.Boolean({ description: 'Whether the person signs in by OpenID Connect.' }),
    badgeCode: Type.Optional(
      Type.String({
        description:
          'What is printed on their badge, as Code 128, with which they sign on at stations. Absent: they have none.',
        examples: ['W271828182842'],
      }),
    ),
    badgeGiven: Type.Optional(Timestamp('When the person got the badge.')),
    pinGiven: Type.Optional(Timestamp('When the person got their PIN for stations. Absent: there is none.')),
  },
  {
    title: 'Operator',
    description: "An account of one of the center's people.",
    examples: [OPERATOR_EXAMPLE],
  },
);

export const NewOperatorSchema = Type.Object(
  {
    operator: OperatorSchema,
    link: Type.String({
      description:
        'Address where the person sets a password. It works once, and is shown in this answer only.',
      format: 'uri',
      examples: [`http://localhost:8080/console/welcome#${LINK_TOKEN}`],
    }),
  },
  { title: 'OperatorLink', description: 'An account with its one-time link.' },
);

export const NewOperatorRequest = strictObject('NewOperatorRequest', 'An account to be made.', {
  name: text(OPERATOR_NAME_LENGTH_MAX, 'Name that others see.', 'Ada Lovelace'),
  login: text(LOGIN_LENGTH_MAX, 'A name or an e-mail address; case does not count.', 'ada@example.com'),
  role,
});

export const OperatorChangeRequest = strictObject('OperatorChangeRequest', 'What is absent stays.', {
  name: Type.Optional(text(OPERATOR_NAME_LENGTH_MAX, 'Name that others see.', 'Ada Lovelace')),
  role: Type.Optional(role),
  disabled: Type.Optional(
    Type.Boolean({
      description:
        'true: the person cannot sign in, and all sessions end. false: the person may sign in again.',
    }),
  ),
});

export const MeRequest = strictObject('MeRequest', 'What is absent stays.', {
  name: Type.Optional(text(OPERATOR_NAME_LENGTH_MAX, 'Name that others see.', 'Ada Lovelace')),
  language,
});

export const PasswordRequest = strictObject('PasswordRequest', 'A change of one’s own password.', {
  current: sentPassword('The password as it is.'),
  password: newPassword,
});

export const ListedSessionSchema = Type.Object(
  {
    sessionId: Type.String({ description: 'Identifier of the session.', examples: [SESSION_ID] }),
    created: Timestamp('When the person signed in.'),
    lastSeen: Timestamp('When it was last used, to the minute.'),
    expires: Timestamp('When it ends, if it is not used before.'),
    userAgent: Type.Optional(Type.String({ description: 'User-Agent header of the browser.' })),
    current: Type.Optional(Type.Boolean({ description: 'true: the session of this request.' })),
  },
  {
    title: 'OperatorSession',
    description: 'A session of a person in a browser.',
    examples: [
      {
        sessionId: SESSION_ID,
        created: '2026-01-31T12:00:00.000Z',
        lastSeen: '2026-01-31T12:05:00.000Z',
        expires: '2026-02-01T00:05:00.000Z',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
      },
    ],
  },
);

export const OperatorParams = Type.Object({ operatorId });
export const SessionParams = Type.Object({
  sessionId: Type.String({ description: 'Identifier of the session.', examples: [SESSION_ID] }),
});
export const OperatorSessionParams = Type.Object({
  operatorId,
  sessionId: SessionParams.properties.sessionId,
});

interface Account {
  operatorId: string;
  name: string;
  login: string;
  role: Role;
  language: string | null;
}

function shownAccount({ operatorId, name, login, role, language }: Account) {
  return { operatorId, name, login, role, ...(language && { language }) };
}

/** What the console asks first: who is signed in, and what they may do. */
export function shownSession(account: Account, expires: Date) {
  return { operator: shownAccount(account), verbs: VERBS_OF[account.role], expires };
}

export function shownOperator(operator: Operator) {
  const { status, created, signedIn, hasPassword, linkExpires, isOpenId } = operator;
  const { badgeCode, badgeGiven, pinGiven } = operator;
  return {
    ...shownAccount(operator),
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

/** In a list; `current` is the sessionId of the one that asks. */
export function shownListed(session: StoredSession, current?: string) {
  const { sessionId, created, lastSeen, userAgent } = session;
  return {
    sessionId,
    created,
    lastSeen,
    expires: expiryOf(session),
    ...(userAgent && { userAgent }),
    ...(sessionId === current && { current: true }),
  };
}
