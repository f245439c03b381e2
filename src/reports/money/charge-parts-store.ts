/** Columns of `charges` and of `missing_prices`, as the stores of this folder read them. */
export const CHARGE = `order_id as "orderId", charge_key as "chargeKey", month, created, shipped, kind, title, code, technology, quantity,
  unit_amount::float8 as "unitAmount", amount::float8 as amount, currency, cost::float8 as cost, cause, reason,
  created_by_id as "createdById", created_by_name as "createdByName"`;

export const LISTED_MISSING = `order_id as "orderId", charge_key as "chargeKey", day::text, kind, title, code, technology, quantity, problem`;
