import fc from 'fast-check';

export interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  examples?: unknown[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  readOnly?: boolean;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

const LIST_LENGTH_MAX = 3;
const TEXT_LENGTH_MAX = 60;
/** Includes most optional properties. */
const OPTIONAL = { freq: 5 };

/**
 * Generates values as a test generator that knows only the document: enumeration values, examples, or values
 * that fit type, bounds and pattern. It ignores conditions, so filter values that break them.
 */
export function valuesOf(components: Record<string, Schema>, schema: Schema): fc.Arbitrary<unknown> {
  const of = (part: Schema) => valuesOf(components, part);
  if (schema.$ref) return of(components[schema.$ref.split('/').at(-1) ?? ''] as Schema);
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map(of));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.examples) return fc.constantFrom(...schema.examples);
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => !field.readOnly);
      const arbitraries = fields.map(([name, field]) => {
        const value = of(field);
        return [name, schema.required?.includes(name) ? value : fc.option(value, { nil: undefined, ...OPTIONAL })];
      });
      return fc
        .record(Object.fromEntries(arbitraries) as Record<string, fc.Arbitrary<unknown>>)
        .map((value) => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)));
    }
    case 'array': {
      const { items = {}, minItems = 0, maxItems = LIST_LENGTH_MAX } = schema;
      return fc.array(of(items), { minLength: minItems, maxLength: Math.min(maxItems, LIST_LENGTH_MAX) });
    }
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    default:
      return textOf(schema);
  }
}

/** Generates text that fits a pattern and bounds. */
export function textOf({ pattern, minLength = 0, maxLength = TEXT_LENGTH_MAX }: Schema): fc.Arbitrary<string> {
  const text = pattern ? fc.stringMatching(new RegExp(pattern, 'u'), { size: '-1' }) : fc.string();
  return text.filter((one) => [...one].length >= minLength && [...one].length <= maxLength);
}
