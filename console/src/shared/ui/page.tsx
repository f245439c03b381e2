import {
  Alert,
  Button,
  Group,
  List,
  Paper,
  Table,
  type TableProps,
  type TableThProps,
  Text,
  Title,
} from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { ListPage } from '../api/answers.ts';
import { ConnectionLost, RequestError } from '../api/request-error.ts';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import { sharedCopy } from '../copy/shared-copy.ts';
import factsClasses from './facts.module.css';
import { Icon } from './icons.tsx';
import { ButtonLink } from './links.tsx';
import classes from './page.module.css';
import sectionClasses from './section.module.css';

interface PageProps {
  title: ReactNode;
  /** Actions for the whole page, to the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, actions, children }: PageProps) {
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </div>
      {children}
    </div>
  );
}

export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Paper component="section" withBorder className={sectionClasses.section} aria-label={title}>
      <div className={sectionClasses.head}>
        <Title order={2}>{title}</Title>
        {actions}
      </div>
      {children}
    </Paper>
  );
}

/** Lists named facts. Leaves out a fact whose value is undefined. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={factsClasses.facts}>
      {of
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

interface ListAddress {
  /** The address of the page. */
  to: string;
  search: { cursor?: string | undefined };
}

interface ListResultProps<Row> extends ListAddress {
  query: UseQueryResult<ListPage<Row>>;
  /** The content for an empty list. */
  none: ReactNode;
  /** The table. `isOld`: the rows belong to the previous page while the next one is loading. */
  children: (rows: Row[], isOld: boolean) => ReactNode;
}

/** Shows the failure or the rows of a list, and links to its other pages. */
export function ListResult<Row>({ query, none, children, ...address }: ListResultProps<Row>) {
  const { data, error, refetch, isPlaceholderData } = query;
  return (
    <>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && (data.rows.length === 0 ? none : children(data.rows, isPlaceholderData))}
      {data && <CursorPager {...address} next={data.next} />}
    </>
  );
}

/**
 * Links to the first, the previous and the next page. The address has the cursor, so it shows everybody the
 * same rows. The entry of the browser's history has the cursors of the pages before.
 */
export function CursorPager({ to, search, next }: ListAddress & { next: string | undefined }) {
  const copy = useCopy(partsCopy);
  const trail = useLocation({ select: ({ state }) => state.trail }) ?? [];
  if (search.cursor === undefined && next === undefined) return null;
  const { cursor = '', ...first } = search;
  const link = (place: string, before: readonly string[]) =>
    ({ to, search: { ...first, ...(place && { cursor: place }) }, state: { trail: before } }) as { to: '/orders' };
  const button = { variant: 'default', size: 'xs' } as const;
  const isSecond = trail.length === 1;
  return (
    <Group component="nav" aria-label={copy.listPages} justify="flex-end" gap="xs">
      {cursor && !isSecond && (
        <ButtonLink {...link('', [])} {...button}>
          {copy.firstPage}
        </ButtonLink>
      )}
      {cursor && trail.length > 0 && (
        <ButtonLink
          {...link(trail.at(-1) ?? '', trail.slice(0, -1))}
          {...button}
          leftSection={<Icon name="left" size={14} />}
        >
          {copy.previousPage}
        </ButtonLink>
      )}
      {next !== undefined && (
        <ButtonLink {...link(next, [...trail, cursor])} {...button} rightSection={<Icon name="right" size={14} />}>
          {copy.nextPage}
        </ButtonLink>
      )}
    </Group>
  );
}

interface HeadedTableProps extends TableProps {
  /** The column headings; an object sets more than the text. */
  heads: readonly (string | (TableThProps & { label: ReactNode }))[];
  /** Scrolls sideways below this width in pixels. */
  minWidth?: number;
  /** The rows belong to the previous page while the next one is loading. */
  isOld?: boolean;
}

/** Shows a table with a row of headings above the rows in `children`. */
export function HeadedTable({ heads, minWidth, isOld, children, ...rest }: HeadedTableProps) {
  const table = (
    <Table {...(isOld !== undefined && { opacity: isOld ? 0.5 : 1, 'aria-busy': isOld })} {...rest}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((head, place) => {
            const { label, ...cell } = typeof head === 'string' ? { label: head } : head;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and some have no text
              <Table.Th key={place} {...cell}>
                {label}
              </Table.Th>
            );
          })}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
  return minWidth === undefined ? table : <Table.ScrollContainer minWidth={minWidth}>{table}</Table.ScrollContainer>;
}

interface RequestFailureProps {
  error: unknown;
  title?: string;
  /** The request was a change, which may have been made if no answer came. */
  isChange?: boolean;
  onRetry?: () => void;
}

/** Shows the failure of a request, with the server's message and the request id. */
export function RequestFailure({ error, title, isChange = false, onRetry }: RequestFailureProps) {
  const copy = useCopy(sharedCopy);
  const lost = isChange ? copy.connectionLostOfChange : copy.connectionLost;
  const message = error instanceof ConnectionLost ? lost : String((error as Error)?.message ?? error);
  const refusal = error instanceof RequestError ? error : undefined;
  const own = refusal && copy.refusals[refusal.code];
  // A single violation is already in the message.
  const faults = refusal?.violations.filter((violation) => violation.message !== message) ?? [];
  return (
    <Alert
      color="red"
      icon={<Icon name="warning" />}
      title={title ?? (isChange ? copy.failed : copy.failedToRead)}
      role="alert"
    >
      {own && <Text size="sm">{own}</Text>}
      <Text size={own ? 'xs' : 'sm'} {...(refusal && { lang: 'en' })}>
        {message}
      </Text>
      {faults.length > 0 && (
        <List size="sm" mt={4} lang="en">
          {faults.map((violation) => (
            <List.Item key={violation.pointer + violation.code}>{violation.message}</List.Item>
          ))}
        </List>
      )}
      {(refusal?.requestId || onRetry) && (
        <Group mt="xs" justify="space-between">
          {onRetry ? (
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              {copy.tryAgain}
            </Button>
          ) : (
            <span />
          )}
          {refusal?.requestId && (
            <Text size="xs" ff="monospace">
              {copy.requestId(refusal.requestId)}
            </Text>
          )}
        </Group>
      )}
    </Alert>
  );
}

/** Shows why a change was refused. For 412, it says that somebody else was faster. */
export function ChangeFailure({ error }: { error: Error | null }) {
  const copy = useCopy(partsCopy);
  if (!error) return null;
  const wasChanged = error instanceof RequestError && error.status === 412;
  if (!wasChanged) return <RequestFailure error={error} isChange />;
  return (
    <Alert color="yellow" icon={<Icon name="refresh" />} title={copy.changedMeanwhile} role="alert">
      {copy.changedMeanwhileLong}
    </Alert>
  );
}
