import { Anchor, type AnchorProps, Button } from '@mantine/core';
import { createLink, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import tableText from './table-text.module.css';

/** Mantine's looks with the router's typed addresses. */
export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(AnchorButton);
/** In a table: a name on one line, in full where the pointer is over it. */
export const NameLink = createLink(NameAnchor);
/** In a table: a code. */
export const CodeLink = createLink(CodeAnchor);

/** Looks like a button and is a link, which can be opened in another tab. */
function AnchorButton(props: ComponentProps<typeof Button<'a'>>) {
  return <Button component="a" {...props} />;
}

function NameAnchor(props: ComponentProps<typeof Anchor<'a'>>) {
  return <Anchor size="sm" truncate display="block" {...props} />;
}

function CodeAnchor(props: ComponentProps<typeof Anchor<'a'>>) {
  return <Anchor className={tableText.code} ff="monospace" size="sm" {...props} />;
}

interface OrderLinkProps extends AnchorProps {
  clientId: string;
  orderId: string;
  /** A piece of the order, which the page scrolls to. */
  hash?: string | undefined;
}

/** In a table: the way to an order. */
export function OrderLink({ clientId, orderId, hash, ...rest }: OrderLinkProps) {
  const address = { to: '/orders/$clientId/$orderId', params: { clientId, orderId }, hash } as LinkProps;
  return (
    <AnchorLink {...address} className={tableText.code} size="sm" {...rest}>
      {orderId}
    </AnchorLink>
  );
}
