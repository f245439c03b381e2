import { type TSchema, Type } from 'typebox';
import { ORDER_STATUSES, type OrderStatus } from '../../../orders/document/order-fields.ts';
import { REASON_LENGTH_MAX } from '../../../orders/document/order-life-schemas.ts';
import type { ErrorName } from '../../../platform/errors/errors.ts';
import { parseMoment } from '../../../platform/formats/moments.ts';
import {
  annotate,
  answer,
  emptyAnswer,
  errorAnswers,
  oneOf,
  PRINTABLE,
  rateLimitHeaders,
  SEVERAL_LINES,
  stringField,
  titledObject,
  WITH_BODY,
} from '../../../platform/http/api-document.ts';
import { cursorParameters, decodeCursor, invalidCursor } from '../../../platform/http/paging.ts';
import { SENTENCE_CODES, sentence } from '../../../production/floor-sentences.ts';

/** Characters of a text that staff write. */
export const MESSAGE_LENGTH_MAX = REASON_LENGTH_MAX;
export const CODE_LENGTH_MAX = 128;
const LIST_LIMIT_DEFAULT = 50;

export const text = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, pattern: PRINTABLE, description, examples });
export const message = (description: string, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength: MESSAGE_LENGTH_MAX, pattern: SEVERAL_LINES, description, examples });

export const staffPaging = cursorParameters(LIST_LIMIT_DEFAULT);
export const PageQuery = Type.Object(staffPaging);

/** Ends the description of a count that stops at COUNTED_MAX + 1. */
export const COUNT_LIMIT = '10,001 means more than 10,000.';

export const CLIENT_ID = '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c';
export const clientId = stringField('Identifier of the client.', CLIENT_ID);
export const orderId = stringField('The orderId, percent-encoded.', 'SHOP-10001');
export const ClientParams = Type.Object({ clientId });
export const OrderKeyParams = Type.Object({ clientId, orderId });
export const ShipmentParams = Type.Object({
  clientId,
  orderId,
  shipmentId: stringField(
    'Identifier of the parcel in the order. A parcel without one is named by its position, counted from 1.',
    '1',
  ),
});
export const SHA256 = '9f86d081884c7d65'.repeat(4);
export const FILE_URL = `http://localhost:8080/operator/v1/orders/${CLIENT_ID}/SHOP-10001/files/${SHA256}`;
export const OrderFileParams = Type.Object({
  clientId,
  orderId,
  sha256: stringField('SHA-256 of the content in lower-case hexadecimal, as in the order.', SHA256),
});

export const mode = oneOf(
  ['live', 'sandbox'],
  'sandbox: an order for testing an integration, which never reaches production.',
);
export const status = oneOf<OrderStatus>(ORDER_STATUSES, 'Status of the order.');
export const kind = oneOf(
  ['ARTICLE', 'PRODUCT'],
  'ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13.',
  'PRODUCT',
);
export const code = stringField('EAN-13 or SKU.', '4006381333931');

export const strictObject = <T extends Record<string, TSchema>>(
  title: string,
  description: string,
  properties: T,
  ...examples: object[]
) => Type.Object(properties, { title, additionalProperties: false, ...annotate(description, examples) });

/** Describes the answers of an operation that creates something. `location` describes the header Location. */
export function createdAnswers(description: string, schema: TSchema, location: string, ...errors: ErrorName[]) {
  const headers = { ...rateLimitHeaders, Location: { schema: Type.String(), description: location } };
  return { 201: answer(description, schema, headers), ...errorAnswers(...errors, ...WITH_BODY) };
}

/** Describes the answers of an operation without a request body whose answer has no ETag. */
export function plainAnswers(description: string, schema: TSchema, ...errors: ErrorName[]) {
  return { 200: answer(description, schema, rateLimitHeaders), ...errorAnswers(...errors) };
}

export function emptyAnswers(description: string, ...errors: ErrorName[]) {
  return { 204: emptyAnswer(description, rateLimitHeaders), ...errorAnswers(...errors) };
}

export const orderFields = { clientId: stringField('Client of the order.'), orderId: stringField('The orderId.') };
export const clientName = stringField('Name of the client.');
export const namedOrderFields = { clientId: orderFields.clientId, clientName, orderId: orderFields.orderId };
export const actorId = stringField('operatorId of the person, or clientId of the program, that did it.');
export const actorName = stringField('Name of the person or program at that time.');

export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Reads the cursor of a list sorted by a timestamp and an id of this pattern. Throws `invalid_request`. */
export function readMomentCursor(cursor: string | undefined, idPattern = /^/): { at: Date; id: string } | undefined {
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
  code: oneOf(SENTENCE_CODES, 'Name of the sentence. Later versions may add names.'),
  params: Type.Record(Type.String(), Type.String(), {
    description: 'Values to insert into the sentence, such as a code. Unknown values are absent.',
  }),
};

export const SENTENCE = sentence('label_not_kept');
export const SentenceSchema = titledObject(
  'FloorSentence',
  'A message with its name and values, so that a console can translate it.',
  { ...sentenceFields, message: stringField('The sentence in English.') },
  SENTENCE,
);

export function warnings(description: string) {
  return Type.Array(
    titledObject('ImportWarning', 'An imported value that looks like a mistake.', {
      pointer: stringField('JSON Pointer into the body, or a file name with a line number.'),
      code: stringField('Name of the warning, for programs.', 'leading_zeros_lost'),
      message: stringField('The problem, and how to solve it.'),
    }),
    { description },
  );
}
