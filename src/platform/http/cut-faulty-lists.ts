import type { TSchema } from 'typebox';
import { VIOLATIONS_LISTED_MAX } from '../errors/errors.ts';

type IsValid = (value: unknown) => boolean;

/**
 * Shortens the lists of a body after its first hundred faulty elements, so that telling its faults costs no more than those. Of each
 * list one element stays, so that none seems empty. `compile` answers what tells a valid element from a faulty one.
 */
export function cutAfterFaults(schema: TSchema, body: unknown, compile: (schema: TSchema) => IsValid): void {
  cutLists(schema, body, compile, { faulty: VIOLATIONS_LISTED_MAX });
}

function cutLists(
  schema: TSchema,
  value: unknown,
  compile: (schema: TSchema) => IsValid,
  left: { faulty: number },
): void {
  if (typeof value !== 'object' || value === null) return;
  const { properties = {}, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (!Array.isArray(value)) {
    for (const [name, property] of Object.entries(properties)) {
      if (Object.hasOwn(value, name))
        cutLists(property, (value as Record<string, unknown>)[name], compile, left);
    }
    return;
  }
  if (!items) return;
  const isValid = compile(items);
  for (const [index, element] of value.entries()) {
    if (left.faulty === 0 && index > 0) {
      value.length = index;
      return;
    }
    if (isValid(element)) continue;
    const before = left.faulty;
    cutLists(items, element, compile, left);
    // What is wrong with a list inside of it is counted there.
    if (left.faulty === before) left.faulty = Math.max(0, before - 1);
  }
}
