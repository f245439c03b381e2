import { Anchor, type AnchorProps, Button } from '@mantine/core';
import { createLink, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import tableText from './table-text.module.css';

/** Mantine's components with the router's typed addresses. */
export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(AnchorButton);
/** A name in a table, on one line, with the full name in a tooltip. */
export const NameLink = createLink(NameAnchor);
/** A code in a table. */
export const CodeLink = createLink(CodeAnchor);

/** Looks like a button, but is a link that can be opened in another tab. */
function AnchorButton(props: ComponentProps<typeof Button<'a'>>) {
  return <Button component="a" {...props} />;
}

function NameAnchor(props: ComponentProps<typeof Anchor<'a'>>) {
  return <Anchor size="sm" truncate display="block" {...props} />;
}

function CodeAnchor(props: ComponentProps<typeof Anchor<'a'>>) {
  return <Anchor className={tableText.code} display="inline-block" ff="monospace" size="sm" {...props} />;
}

interface OrderLinkProps extends AnchorProps {
  clientId: string;
  orderId: string;
  /** The piece that the page scrolls to. */
  hash?: string | undefined;
}

/** Links to an order from a table. */
export function OrderLink({ clientId, orderId, hash, ...rest }: OrderLinkProps) {
  const address = { to: '/orders/$clientId/$orderId', params: { clientId, orderId }, hash } as LinkProps;
  return (
    <AnchorLink {...address} className={tableText.code} size="sm" {...rest}>
      {orderId}
    </AnchorLink>
  );
}
