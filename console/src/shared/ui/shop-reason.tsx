import { Text } from '@mantine/core';
import { useCopy } from '../copy/copy.ts';
import { floorSentencesCopy } from '../floor-sentences/floor-sentences-copy.ts';

/** Says why an order of a shop stops. Each line is a sentence of its own. */
export function ShopReason({ reason }: { reason: string | undefined }) {
  const { sayShopReason } = useCopy(floorSentencesCopy);
  return reason?.split('\n').map((line) => {
    const text = sayShopReason(line);
    return (
      <Text key={line} size="sm" lang={text === line ? 'en' : undefined}>
        {text}
      </Text>
    );
  });
}
