import { Code } from '@mantine/core';
import { useCopy } from '../../../shared/copy/copy.ts';
import type { OperatorOrder } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import classes from './order-document.module.css';

/** The order as its client reads it, for those who help an integrator. */
export function OrderDocument({ seen: { order } }: { seen: OperatorOrder }) {
  const copy = useCopy(orderCopy);
  return (
    <details className={classes.document}>
      <summary>{copy.document}</summary>
      <Code block tabIndex={0}>
        {JSON.stringify(order, null, 2)}
      </Code>
    </details>
  );
}
