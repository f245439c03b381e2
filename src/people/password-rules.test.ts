import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword } from './hash-password.ts';
import { isCommon, passwordFaults } from './password-rules.ts';

const OWN = { login: 'ada.lovelace@example.com', name: 'Ada Lovelace' };
const ADA = { party: 'ada', isKnown: true };
const codesOf = (password: string) => passwordFaults(password, '/password', OWN).map(({ code }) => code);

test('a password has at least 12 characters, however many bytes those take', () => {
  assert.deepEqual(codesOf('kq7vz9wm2xp'), ['too_short']);
  assert.deepEqual(codesOf('kq7vz9wm2xpt'), []);
  assert.deepEqual(codesOf('🚲🚂🎈🍋🌵🎹'), ['too_short']);
  assert.deepEqual(codesOf('🚲🚂🎈🍋🌵🎹🦊🐙🎲🌻🧭🔔'), []);
  assert.deepEqual(codesOf('kq7vz9wm2xpt'.repeat(22)), ['too_long']);
});

test('passwords that are tried first are refused, also dressed up', () => {
  for (const password of [
    'password1234',
    'Password2026!',
    'P@ssw0rd!!!!!',
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
    'administrator',
    'letmein123456',
    'Sommer2026!!!!',
    'lovelace2026!!',
    'adalovelace!!',
    'PlatenPlaten1',
  ])
    assert.deepEqual(codesOf(password), ['common_password'], password);
});

test('passwords of several words, and random ones, are taken', () => {
  for (const password of [
    'seven violet teapots',
    'correct horse battery staple',
    'mein hund frisst lila socken',
    'Tr0ub4dor&3xyzzy',
    'kJ8#mQ2$vL9p',
    'Käsekuchen mit Ananas',
    'пять зелёных чайников',
    'a-long-enough-passphrase',
  ])
    assert.deepEqual(codesOf(password), [], password);
  assert.equal(isCommon('grace hopper 1906', ['grace', 'hopper']), true);
  assert.equal(isCommon('grace hopper 1906'), false);
});

test('a password is kept as argon2id with a salt of its own, and known again', async () => {
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

test('where there is no password to compare it takes as long', async () => {
  const stored = await hashPassword('seven violet teapots', ADA);
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

test('whoever is known does not wait for strangers, however many try from wherever', async () => {
  const done: string[] = [];
  const tried = Array.from({ length: 8 }, (_, at) => {
    const party = `stranger ${at}`;
    return isPassword('wrong', null, { party, isKnown: false }).then(() => done.push(party));
  });
  tried.push(isPassword('wrong', null, ADA).then(() => done.push('ada')));
  await Promise.all(tried);
  assert.ok(done.indexOf('ada') < 4, done.join(', '));
});
