interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  examples?: unknown[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  readOnly?: boolean;
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: unknown;
}

type Operation = Record<'requestBody' | 'responses', unknown>;

const ID = '0198c0de-7a3b-7c11-9d2e-5f60718293a4';
/** Texts that have no example of their own. */
const ELSE = '…';

/**
 * Gives every body of a request, and every answer that is no error, an example, where it has none: of the examples of its fields, those that are
 * always there. What is optional may stand for something that did not happen.
 */
export function addExamples(paths: object, schemas: Record<string, unknown>): void {
  for (const operation of Object.values(paths).flatMap((one) => Object.values(one) as Operation[])) {
    const { requestBody, responses } = operation;
    const answers = Object.entries((responses ?? {}) as Record<string, unknown>);
    const succeeded = answers.filter(([status]) => status.startsWith('2')).map(([, answer]) => answer);
    for (const part of [requestBody, ...succeeded]) {
      const content = (part as { content?: Record<string, Content> } | undefined)?.content?.[
        'application/json'
      ];
      if (!content?.schema || content.example !== undefined || content.examples) continue;
      content.example = exampleOf(content.schema, schemas as Record<string, Schema>);
    }
  }
}

function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  const of = (part: Schema) => exampleOf(part, schemas);
  if (schema.$ref) return of(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.examples?.length) return schema.examples[0];
  if (schema.oneOf?.[0]) return of(schema.oneOf[0]);
  if (schema.enum) return schema.enum[0];
  const { properties = {}, required = [], items } = schema;
  switch (schema.type) {
    case 'object': {
      // Where nothing is required, such as in a change, all that has an example is shown.
      const names =
        required.length > 0 ? required : Object.keys(properties).filter((name) => properties[name]?.examples);
      return Object.fromEntries(names.map((name) => [name, of(properties[name] ?? {})]));
    }
    case 'array':
      return items ? [of(items)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    default:
      if (schema.format === 'date-time') return '2026-01-31T12:00:00.000Z';
      return schema.format === 'uuid' ? ID : ELSE;
  }
}
