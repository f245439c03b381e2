import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { polledQuery } from '../api/query-client.ts';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import { useSession } from '../session/use-permission.ts';
import { Icon } from '../ui/icons.tsx';
import { AnchorLink } from '../ui/links.tsx';

const paperStateQuery = polledQuery(['papers', 'state'], '/operator/v1/papers/state');

/** Says that labels and customs forms lack a sender, and nothing if they have one. */
export function SenderMissing() {
  const { printing } = useCopy(partsCopy);
  const { verbs } = useSession();
  return (
    <SenderNotice>
      {verbs.includes('settings.read') && (
        <AnchorLink to="/settings" size="sm" underline="always">
          {printing.toSettings}
        </AnchorLink>
      )}
    </SenderNotice>
  );
}

/** The same without a link, for stations. */
export function SenderNotice({ children }: { children?: ReactNode }) {
  const { printing } = useCopy(partsCopy);
  const { data } = useQuery(paperStateQuery);
  if (data?.hasSender !== false) return null;
  return (
    // A lasting state, so a screen reader is not interrupted.
    <Alert
      role="status"
      color="orange"
      icon={<Icon name="warning" />}
      title={printing.senderMissing}
      data-sender-missing
    >
      {printing.senderMissingMeans} {children}
    </Alert>
  );
}
