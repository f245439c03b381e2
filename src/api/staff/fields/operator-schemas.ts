import { type TSchema, Type } from 'typebox';
import { ORDER_STATUSES, type OrderStatus } from '../../../orders/document/order-fields.ts';
import { REASON_LENGTH_MAX } from '../../../orders/document/order-life-schemas.ts';
import { PRINTABLE, SEVERAL_LINES } from '../../../platform/http/api-document.ts';
import { parseMoment } from '../../../platform/http/moments.ts';
import { cursorParameters, decodeCursor, invalidCursor } from '../../../platform/http/paging.ts';
import { SENTENCE_CODES, sentence } from '../../../production/floor-sentences.ts';

/** Characters of a text that staff write for people. */
export const MESSAGE_LENGTH_MAX = REASON_LENGTH_MAX;
export const CODE_LENGTH_MAX = 128;
const LIST_LIMIT_DEFAULT = 50;

const exampled = <T>(description: string, examples: T[]) => ({
  description,
  ...(examples.length > 0 && { examples }),
});
export const stringField = (description: string, ...examples: string[]) =>
  Type.String(exampled(description, examples));
export const integerField = (description: string, ...examples: number[]) =>
  Type.Integer(exampled(description, examples));
export const booleanField = (description: string, ...examples: boolean[]) =>
  Type.Boolean(exampled(description, examples));
export const text = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, pattern: PRINTABLE, description, examples });
/** A text that staff write for people, in one or several lines. */
export const message = (description: string, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength: MESSAGE_LENGTH_MAX, pattern: SEVERAL_LINES, description, examples });
export const oneOf = <T extends string>(values: readonly T[], description: string, ...examples: T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: values, ...exampled(description, examples) });

export const staffPaging = cursorParameters(LIST_LIMIT_DEFAULT);

export const CLIENT_ID = '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c';
export const clientId = stringField('Identifier of the client.', CLIENT_ID);
export const orderId = stringField('The orderId, percent-encoded.', 'SHOP-10001');
export const ClientParams = Type.Object({ clientId });
export const OrderKeyParams = Type.Object({ clientId, orderId });
export const ShipmentParams = Type.Object({
  clientId,
  orderId,
  shipmentId: stringField(
    'Of the parcel, as the order lists it; of one without an id its place there, counted from 1.',
    '1',
  ),
});
export const SHA256 = '9f86d081884c7d65'.repeat(4);
export const FILE_URL = `http://localhost:8080/operator/v1/orders/${CLIENT_ID}/SHOP-10001/files/${SHA256}`;
export const OrderFileParams = Type.Object({
  clientId,
  orderId,
  sha256: stringField('Of the content, in lower-case hexadecimal, as the order shows it.', SHA256),
});

export const mode = oneOf(
  ['live', 'sandbox'],
  "Whether it is an integrator's test; those never reach production.",
);
export const status = oneOf<OrderStatus>(ORDER_STATUSES, 'Status of the order.');
export const kind = oneOf(
  ['ARTICLE', 'PRODUCT'],
  'ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13.',
  'PRODUCT',
);
export const code = stringField('EAN-13 or SKU.', '4006381333931');

/** An object of a request, without other properties. */
export const strictObject = <T extends Record<string, TSchema>>(
  title: string,
  description: string,
  properties: T,
) => Type.Object(properties, { title, description, additionalProperties: false });

export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Reads the cursor of a list that is sorted by a moment and an id of the pattern. Throws `invalid_request`. */
export function readMomentCursor(
  cursor: string | undefined,
  idPattern = /^/,
): { at: Date; id: string } | undefined {
  const key = decodeCursor(cursor, 2);
  if (!key) return undefined;
  const [moment = '', id = ''] = key;
  const at = parseMoment(moment);
  if (!at || !idPattern.test(id)) throw invalidCursor();
  return { at, id };
}

/** Reads the cursor of a list that is sorted by a UUID. Throws `invalid_request`. */
export function readUuidCursor(cursor: string | undefined): string | undefined {
  const id = decodeCursor(cursor, 1)?.[0];
  if (id !== undefined && !UUID.test(id)) throw invalidCursor();
  return id;
}

export const sentenceFields = {
  code: oneOf(SENTENCE_CODES, 'Which sentence it is; more come with time.'),
  params: Type.Record(Type.String(), Type.String(), {
    description: 'What is filled in, such as a code; what is not known is absent.',
  }),
};

export const SENTENCE = sentence('label_not_kept');
export const SentenceSchema = Type.Object(
  { ...sentenceFields, message: stringField('In English.') },
  {
    title: 'FloorSentence',
    description: 'Something that is told, for consoles that say it in their own language.',
    examples: [SENTENCE],
  },
);

/** Values that were imported although they look like mistakes. */
export function warnings(description: string) {
  return Type.Array(
    Type.Object(
      {
        pointer: stringField('Where: a JSON Pointer into the body, or a file and line.'),
        code: stringField('What, for programs.', 'leading_zeros_lost'),
        message: stringField('What, and what to do about it.'),
      },
      { title: 'ImportWarning', description: 'An imported value that looks like a mistake.' },
    ),
    { description },
  );
}
