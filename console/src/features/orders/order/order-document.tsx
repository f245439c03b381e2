import { Button, Code, CopyButton } from '@mantine/core';
import { useCopy } from '../../../shared/copy/copy.ts';
import { partsCopy } from '../../../shared/copy/parts-copy.ts';
import type { OperatorOrder } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import classes from './order-document.module.css';

/** The order as its client reads it, for those who help an integrator. */
export function OrderDocument({ seen: { order } }: { seen: OperatorOrder }) {
  const copy = useCopy(orderCopy);
  const parts = useCopy(partsCopy);
  const text = JSON.stringify(order, null, 2);
  return (
    <details className={classes.document}>
      <summary>{copy.document}</summary>
      <CopyButton value={text}>
        {({ copied, copy: take }) => (
          <Button variant="default" size="xs" mb="xs" onClick={take}>
            {copied ? parts.copied : parts.copy}
          </Button>
        )}
      </CopyButton>
      <Code block tabIndex={0}>
        {text}
      </Code>
    </details>
  );
}
