import { Type } from 'typebox';
import { Timestamp } from '../../http/api-document.ts';
import { carrierId } from './order-fields.ts';

/** When an order was erased. */
export const personalDataErased = Type.Optional(
  Timestamp(
    'When everything that the order told of people was erased: its recipient, its files and their URLs, tracking and reasons. A URL that must be there reads https://erased.invalid/ since. Absent: it was not.',
  ),
);

/** One of the ways in which an order ships: nobody knows any more. */
export const ErasedShipmentSchema = Type.Object(
  { carrierId: Type.Optional(carrierId) },
  {
    title: 'ErasedShipment',
    description: 'Where it went was erased: see personalDataErased.',
    inDocument: { not: { anyOf: [{ required: ['address'] }, { required: ['shippingLabelUrl'] }] } },
  },
);
