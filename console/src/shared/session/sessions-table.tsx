import { Badge, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Schemas } from '../api/operator-client.ts';
import { useCopy } from '../copy/copy.ts';
import { useFormats } from '../copy/formats.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { browserName } from './browser-name.ts';
import type { Verb } from './session-api.ts';

interface SessionsTableProps {
  sessions: Schemas['OperatorSession'][];
  /** What it takes to end one. */
  verb: Verb;
  onEnd: (sessionId: string) => Promise<unknown>;
}

/** The browsers that somebody is signed in with. */
export function SessionsTable({ sessions, verb, onEnd }: SessionsTableProps) {
  const { sessions: copy } = useCopy(partsCopy);
  const { moment } = useFormats();
  if (sessions.length === 0) return <Text size="sm">{copy.none}</Text>;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{copy.browser}</Table.Th>
          <Table.Th>{copy.signedIn}</Table.Th>
          <Table.Th>{copy.lastSeen}</Table.Th>
          <Table.Th>{copy.expires}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{copy.end}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sessions.map(({ sessionId, userAgent, created, lastSeen, expires, current }) => {
          const browser = browserName(userAgent) ?? copy.unknownBrowser;
          return (
            <Table.Tr key={sessionId} data-session={sessionId}>
              <Table.Td title={userAgent}>
                <Group gap="xs">
                  {browser}
                  {current && (
                    <Badge variant="light" color="green" tt="none">
                      {copy.current}
                    </Badge>
                  )}
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
                  act={() => onEnd(sessionId)}
                >
                  {copy.endMeans}
                </ConfirmButton>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
