/** The columns that are filled, by table. */
export const COLUMNS = {
  orders: [
    ...[
      'client_id',
      'order_id',
      'status',
      'created',
      'updated',
      'version',
      'request_hash',
      'document',
      'summary',
    ],
    ...['reason_code', 'reason_message', 'item_count', 'recipient', 'country', 'carrier', 'status_since'],
  ],
  order_events: [
    ...['client_id', 'order_id', 'event_id', 'type', 'occurred', 'status', 'previous_status', 'version'],
    ...['actor', 'actor_id', 'actor_name'],
  ],
  order_items: [
    ...['client_id', 'order_id', 'position', 'item_id', 'kind', 'code', 'quantity', 'created', 'technology'],
  ],
  order_search: ['client_id', 'order_id', 'created', 'terms', 'country', 'carrier'],
  stock_movements: [
    ...[
      'movement_id',
      'kind',
      'code',
      'on_hand_change',
      'reserved_change',
      'reason',
      'client_id',
      'order_id',
    ],
    ...['occurred', 'actor', 'actor_id', 'actor_name'],
  ],
  stock_reservations: ['client_id', 'order_id', 'kind', 'code', 'quantity'],
} as const;

/** One order as rows of its tables, each column in the order of COLUMNS. */
export type Rows = Record<keyof typeof COLUMNS, (string | number | null)[][]>;
