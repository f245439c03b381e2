import { Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { useSession } from '../../shared/session/use-permission.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { ChangeFailure, Section } from '../../shared/ui/page.tsx';
import classes from './opening.module.css';
import { type Checklist, checklistQuery, dismissChecklist } from './today-api.ts';
import { todayCopy } from './today-copy.ts';

type Step = Checklist['steps'][number];

/** The page of each step. */
const PAGES = {
  center: { to: '/settings' },
  timeZone: { to: '/settings' },
  workingDays: { to: '/settings' },
  sender: { to: '/settings' },
  staff: { to: '/staff' },
  badges: { to: '/staff' },
  stations: { to: '/stations' },
  client: { to: '/clients' },
  catalogue: { to: '/import' },
  printers: { to: '/printers' },
  postage: { to: '/postage' },
  backups: { to: '/settings', search: { q: 'BACKUP_DIR' } },
  publicAddress: { to: '/settings', search: { q: 'BASE_URL' } },
} as const satisfies Record<Step['name'], object>;

/** Shows admins what the center needs before its first day, until it is done or dismissed. */
export function Opening() {
  return useSession().verbs.includes('settings.change') ? <OpeningSection /> : null;
}

function OpeningSection() {
  const copy = useCopy(todayCopy).opening;
  const queryClient = useQueryClient();
  const { data } = useQuery(checklistQuery);
  const dismiss = useMutation({
    mutationFn: dismissChecklist,
    onSuccess: (checklist) => queryClient.setQueryData(checklistQuery.queryKey, checklist),
  });
  if (!data || data.done || data.dismissed) return null;
  const isDone = ({ done }: Step) => done;
  return (
    <Section
      title={copy.title}
      actions={
        <ActionButton
          verb="settings.change"
          variant="default"
          size="compact-sm"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          {copy.dismiss}
        </ActionButton>
      }
    >
      <ChangeFailure error={dismiss.error} />
      <Text size="sm" c="dimmed" mb="xs">
        {copy.doneOf(data.steps.filter(isDone).length, data.steps.length)}
      </Text>
      <ul className={classes.steps}>
        {data.steps.map((step) => (
          <li key={step.name} className={classes.step} data-step={step.name} data-done={step.done || undefined}>
            <Icon name={step.done ? 'check' : 'circle'} size={16} />
            <span>
              <VisuallyHidden>{step.done ? copy.done : copy.open}</VisuallyHidden>{' '}
              <AnchorLink {...PAGES[step.name]} size="sm">
                {copy.steps[step.name]}
              </AnchorLink>
              {!step.done && <StepHelp step={step} />}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function StepHelp({ step: { name, missing } }: { step: Step }) {
  const copy = useCopy(todayCopy).opening;
  const text = missing ? missing.map((paper) => copy.missing[paper]).join(', ') : copy.help[name];
  return <span className={classes.missing}>{text}</span>;
}
