import { Anchor, Button } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** Mantine's looks with the router's typed addresses. */
export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(AnchorButton);

/** Looks like a button and is a link, which can be opened in another tab. */
function AnchorButton(props: ComponentProps<typeof Button<'a'>>) {
  return <Button component="a" {...props} />;
}
