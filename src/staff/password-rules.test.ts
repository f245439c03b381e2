import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../platform/errors/errors.ts';
import { hashPassword, isPassword } from './hash-password.ts';
import { refuseWeakPassword } from './password-strength.ts';

const KNOWN = { login: 'ada.lovelace@example.com', name: 'Ada Lovelace', centerName: 'Printhaus Nord' };
/**
 * Processor time of this thread while another one estimates long passwords, which takes 200 ms. Clock time
 * would depend on the load.
 */
const OWN_CPU_MS_MAX = 50;
const ADA = { party: 'ada', isKnown: true };

/** The code of the violation; undefined: the password is taken. */
async function codeOf(password: string, known = KNOWN): Promise<string | undefined> {
  try {
    await refuseWeakPassword(password, known);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return error.violations?.[0]?.code ?? error.error;
  }
}

test('a password has at least 12 characters, however many bytes those take', async () => {
  assert.equal(await codeOf('kq7vz9wm2xp'), 'too_short');
  assert.equal(await codeOf('kq7vz9wm2xpt'), undefined);
  assert.equal(await codeOf('🚲🚂🎈🍋🌵🎹'), 'too_short');
  assert.equal(await codeOf('🚲🚂🎈🍋🌵🎹🦊🐙🎲🌻🧭🔔'), undefined);
  assert.equal(await codeOf('kq7vz9wm2xpt'.repeat(22)), 'too_long');
});

test('common passwords and their variations are refused', async () => {
  for (const password of [
    'password1234',
    'Password2026!',
    'P@ssw0rd!!!!!',
    'P@ssw0rd1234',
    'Passw0rd1234',
    'P4ssw0rd1234',
    'W3lcome12345',
    'Qu3rty123456',
    'passwordpassword',
    'qwertyuiop12',
    'QwertzUiop123!',
    '123456789012',
    '098765432109',
    '1qaz2wsx3edc',
    'aaaaaaaaaaaa',
    'abababababab',
    'abcdefghijkl',
    'iloveyou2024!',
    'Willkommen123',
    'W1llkommen1234',
    'Sonnenschein12',
    'administrator',
    'letmein123456',
    'Sommer2026!!!!',
    'one two three four',
    'Liverpool2024!!',
  ])
    assert.equal(await codeOf(password), 'common_password', password);
});

test('a password made of the name, the login, the center or the product is refused', async () => {
  for (const password of [
    'ada.lovelace@example.com',
    'ADA.LOVELACE@EXAMPLE.COM',
    'lovelace2026!!',
    'adalovelace!!',
    '4d4l0v3l4c3!!',
    'ecalevolada123',
    'PlatenPlaten1',
    'PrinthausNord1',
  ])
    assert.equal(await codeOf(password), 'common_password', password);
  const login = 'kq7vz9wm2xpt';
  assert.equal(await codeOf(`${login}1`), undefined);
  assert.equal(await codeOf(`${login}1`, { ...KNOWN, login }), 'common_password');
  const long = 'kq7vz9wm2xpt'.repeat(8);
  assert.equal(await codeOf(long, { ...KNOWN, login: long }), 'common_password');
});

test('a known phrase is refused in any spelling', async () => {
  for (const phrase of [
    'correct horse battery staple',
    'may the force be with you',
    'to be, or not to be',
    'Never gonna give you up',
    'All you need is love',
    'a penny saved is a penny earned',
    'Übung macht den Meister',
    'Uebung macht den Meister',
    'Morgenstund hat Gold im Mund',
    'Atemlos durch die Nacht',
    'Ich schau dir in die Augen, Kleines',
  ]) {
    const words = phrase.split(' ');
    const camel = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
    const spellings = [
      phrase,
      phrase.toUpperCase(),
      camel,
      words.join(''),
      words.join('-'),
      words.join('_'),
      words.join('. '),
      `${phrase}1!`,
      `${camel}2026!`,
      `${phrase} ${phrase}`,
    ];
    for (const password of spellings) assert.equal(await codeOf(password), 'common_password', password);
  }
  for (const password of ['c0rrect h0rse b4ttery st4ple', 'm4y the f0rce be with y0u', '4ll-y0u-need-is-l0ve'])
    assert.equal(await codeOf(password), 'common_password', password);
});

test('passwords of several words and random passwords are accepted', async () => {
  for (const password of [
    'seven violet teapots',
    'SevenVioletTeapots',
    'seven-violet-teapots',
    'green river stone',
    'three quiet harbours',
    'kaffee tasse lampe',
    'lila Socken tanzen',
    'drei müde Igel',
    'the battery horse is correct',
    'mein hund frisst lila socken',
    'Tr0ub4dor&3xyzzy',
    'kJ8#mQ2$vL9p',
    'Käsekuchen mit Ananas',
    'пять зелёных чайников',
    'a-long-enough-passphrase',
  ])
    assert.equal(await codeOf(password), undefined, password);
});

test('a long hostile password does not block other requests', async () => {
  await codeOf('kq7vz9wm2xpt');
  const before = process.threadCpuUsage();
  for (const hostile of ['p@ssw0rd', '4@8({[</3601!|$5+%2', '1!|4@0', '1234567890', '12/12/', '/\\', 'a'])
    await codeOf(hostile.repeat(40).slice(0, 256));
  const { user, system } = process.threadCpuUsage(before);
  assert.ok((user + system) / 1_000 < OWN_CPU_MS_MAX, `${user + system} microseconds`);
});

test('many passwords at the same time are all judged, however long the last one waits', async () => {
  const hostile = '4@8({[</3601!|$5+%2'.repeat(4);
  const codes = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      codeOf(at % 3 ? hostile : 'password1234', { ...KNOWN, login: `person ${at % 5}` }),
    ),
  );
  assert.equal(codes.length, 12);
  for (const [at, code] of codes.entries()) assert.equal(code, at % 3 ? undefined : 'common_password');
});

test('a password is stored as argon2id with its own salt, and matches again', async () => {
  const [one, other] = await Promise.all([
    hashPassword('Å violet teapot', ADA),
    hashPassword('Å violet teapot', { ...ADA, party: 'grace' }),
  ]);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.notEqual(one, other);
  assert.equal(await isPassword('Å violet teapot', one, ADA), true);
  assert.equal(await isPassword('A\u030A violet teapot', one, ADA), true, 'typed on another keyboard');
  assert.equal(await isPassword('Å violet teapots', one, ADA), false);
  assert.equal(await isPassword('', null, ADA), false);
});

test('comparing takes the same time without a stored password', async () => {
  const stored = await hashPassword('violet teapots hum softly', ADA);
  const fastest = async (against: string | null) => {
    const times = [];
    for (let round = 0; round < 4; round++) {
      const start = performance.now();
      await isPassword('wrong', against, ADA);
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  };
  const [known, unknown] = [await fastest(stored), await fastest(null)];
  assert.ok(unknown > known / 5, `${unknown} ms without, ${known} ms with`);
});

test('known people do not wait for strangers', async () => {
  const done: string[] = [];
  const tried = Array.from({ length: 8 }, (_, at) => {
    const party = `stranger ${at}`;
    return isPassword('wrong', null, { party, isKnown: false }).then(() => done.push(party));
  });
  tried.push(isPassword('wrong', null, ADA).then(() => done.push('ada')));
  await Promise.all(tried);
  assert.ok(done.indexOf('ada') < 4, done.join(', '));
});
