import { Badge, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Schemas } from '../api/operator-client.ts';
import { useCopy, useFormats } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import { ConfirmButton } from '../ui/action-button.tsx';
import { HeadedTable } from '../ui/page.tsx';
import { browserName } from './browser-name.ts';
import type { Verb } from './session-api.ts';

interface SessionsTableProps {
  sessions: Schemas['OperatorSession'][];
  /** The permission to end a session. */
  verb: Verb;
  onEnd: (session: Schemas['OperatorSession']) => Promise<unknown>;
}

/** Lists the sessions of a person or station. */
export function SessionsTable({ sessions, verb, onEnd }: SessionsTableProps) {
  const { sessions: copy } = useCopy(partsCopy);
  const { moment } = useFormats();
  if (sessions.length === 0) return <Text size="sm">{copy.none}</Text>;
  return (
    <HeadedTable
      heads={[
        copy.browser,
        copy.signedIn,
        copy.lastSeen,
        copy.expires,
        { label: <VisuallyHidden>{copy.end}</VisuallyHidden> },
      ]}
    >
      {sessions.map((session) => {
        const { sessionId, userAgent, created, lastSeen, expires, current } = session;
        const browser = browserName(userAgent) ?? copy.unknownBrowser;
        return (
          <Table.Tr key={sessionId} data-session={sessionId}>
            <Table.Td title={userAgent}>
              <Group gap="xs">
                {browser}
                {current && <Badge color="green">{copy.current}</Badge>}
              </Group>
            </Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{moment(created)}</Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{moment(lastSeen)}</Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{moment(expires)}</Table.Td>
            <Table.Td ta="right">
              <ConfirmButton
                verb={verb}
                size="compact-sm"
                label={copy.end}
                aria-label={copy.endOf(browser)}
                title={copy.endTitle}
                isGrave
                act={() => onEnd(session)}
              >
                {copy.endMeans}
              </ConfirmButton>
            </Table.Td>
          </Table.Tr>
        );
      })}
    </HeadedTable>
  );
}
