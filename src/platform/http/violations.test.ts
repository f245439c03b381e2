import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import type { Violation } from '../errors/errors.ts';
import { requestValidator, schemaViolations } from './violations.ts';

const Body = Type.Object(
  {
    quantity: Type.Integer({ minimum: 1, maximum: 9 }),
    'a/b~c': Type.Optional(Type.String({ minLength: 2, maxLength: 3 })),
    items: Type.Array(Type.Object({ id: Type.String() }, { additionalProperties: false }), {
      minItems: 1,
      maxItems: 3,
    }),
    status: Type.Unsafe<string>({ type: 'string', enum: ['NEW', 'OLD'], readOnly: true }),
  },
  { additionalProperties: false, required: ['quantity', 'items'] },
);

function violationsOf(value: unknown): Violation[] {
  const validate = requestValidator({ schema: Body, httpPart: 'body' });
  return validate(value) ? [] : schemaViolations(validate.errors ?? [], 'body');
}
const told = (value: unknown) => violationsOf(value).map(({ pointer, code }) => `${pointer} ${code}`);
const messages = (value: unknown) => violationsOf(value).map(({ message }) => message);

test('all faults are told at once, each with a JSON Pointer', () => {
  assert.deepEqual(told({ quantity: '1', items: [{}, { id: 1, x: 1 }], 'a/b~c': 'long', y: 1 }), [
    '/y unknown_property',
    '/quantity wrong_type',
    '/a~1b~0c too_long',
    '/items/0/id required',
    '/items/1/x unknown_property',
    '/items/1/id wrong_type',
  ]);
});

test('types are never converted, and bounds hold', () => {
  for (const quantity of ['1', 1.5, true, [1], {}, null]) {
    assert.deepEqual(told({ quantity, items: [{ id: '1' }] }), ['/quantity wrong_type']);
  }
  assert.deepEqual(told({ quantity: 0, items: [] }), ['/quantity too_small', '/items too_few_items']);
  assert.deepEqual(told({ quantity: 10, items: Array(4).fill({ id: '' }) }), [
    '/quantity too_large',
    '/items too_many_items',
  ]);
});

test('a length counts characters, not bytes or halves of them', () => {
  assert.deepEqual(told({ quantity: 1, items: [{ id: '' }], 'a/b~c': '😀😀😀' }), []);
  assert.deepEqual(told({ quantity: 1, items: [{ id: '' }], 'a/b~c': '😀' }), ['/a~1b~0c too_short']);
});

test('a message says where: by name, and in a list by its place', () => {
  assert.deepEqual(messages({ quantity: 1, items: [{ id: '1' }, {}, 7] }), [
    '"id" is required in "items[1]".',
    '"items[2]" must be a JSON object.',
  ]);
  assert.deepEqual(messages([]), ['The body must be a JSON object.']);
});

test('a name that is nearly right is mended, and one that is not gets the list of what may be sent', () => {
  const [near] = violationsOf({ quantity: 1, items: [{ id: '' }], Quanttiy: 1 });
  assert.equal(near?.message, 'There is no property "Quanttiy" here. Did you mean "quantity"?');
  const [far] = violationsOf({ quantity: 1, items: [{ id: '' }], nothingLikeIt: 1 });
  assert.equal(far?.message, 'There is no property "nothingLikeIt" here. Known: quantity, a/b~c, items.');
  assert.deepEqual(far?.allowed, ['quantity', 'a/b~c', 'items']);
});

test('a long or unprintable name is shown in part', () => {
  const [long] = violationsOf({ quantity: 1, items: [{ id: '' }], [`${'😀'.repeat(5_000)}`]: 1 });
  assert.ok(long && long.pointer.length < 210 && long.message.length < 120);
  const [odd] = violationsOf({ quantity: 1, items: [{ id: '' }], 'a\u0000\u202eb': 1 });
  assert.match(odd?.message ?? '', /"a��b"/);
});

test('after a hundred faulty elements the rest of a body is not looked at, and no list seems empty', () => {
  const list = (element: TSchema) => Type.Array(element, { minItems: 1 });
  const schema = Type.Object({
    orders: list(Type.Object({ items: list(Type.Integer()) })),
    other: list(Type.Integer()),
  });
  const body = {
    orders: Array.from({ length: 1_000 }, (_, index) => ({ items: index % 2 ? ['a', 1, 'b', 'c'] : [1] })),
    other: [1, 2, 3],
  };
  const validate = requestValidator({ schema });
  assert.equal(validate(body), false);
  assert.deepEqual([body.orders.length, body.other.length], [68, 1]);
  const told = schemaViolations(validate.errors ?? [], 'body');
  assert.equal(told.length, 100);
  assert.ok(told.every(({ code }) => code === 'wrong_type'));
  assert.equal(told.at(0)?.pointer, '/orders/1/items/0');
  assert.equal(told.at(-1)?.pointer, '/orders/67/items/0');
});

test('a body that is valid again after one that was not has no faults', () => {
  const validate = requestValidator({ schema: Type.Object({ a: Type.Integer() }) });
  assert.equal(validate({ a: 'x' }), false);
  assert.equal(validate({ a: 1 }), true);
  assert.equal(validate.errors, null);
});
