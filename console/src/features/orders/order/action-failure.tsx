import { Alert, List } from '@mantine/core';
import { useCopy } from '../../../shared/copy/copy.ts';
import { Icon } from '../../../shared/ui/icons.tsx';
import { RequestFailure } from '../../../shared/ui/request-failure.tsx';
import { type OperatorOrder, type OrderActing, versionOf, wasChangedMeanwhile } from './order-api.ts';
import { orderCopy } from './order-copy.ts';

/** An action that was refused. That a colleague was faster is nobody's fault: it is said so, with what they did. */
export function ActionFailure({ seen, action }: { seen: OperatorOrder; action: OrderActing }) {
  const copy = useCopy(orderCopy);
  const { error, variables } = action;
  if (!error) return null;
  if (!wasChangedMeanwhile(error)) return <RequestFailure error={error} isChange />;
  const before = versionOf(variables?.etag ?? '');
  const news = seen.events.filter(({ version }) => version > before);
  return (
    <Alert color="yellow" icon={<Icon name="refresh" />} title={copy.changedMeanwhile} role="alert">
      {news.length > 0 && (
        <List size="sm" mb={4}>
          {news.map(({ type, version, actor, actorName }) => (
            <List.Item key={version}>
              {copy.didThis(actorName ?? copy.by[actor], copy.events[type] ?? type)}
            </List.Item>
          ))}
        </List>
      )}
      {copy.changedMeanwhileLong}
    </Alert>
  );
}
