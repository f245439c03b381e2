import { Alert, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { type Overview, overviewQuery, resumeAfterRestore } from './today-api.ts';
import { todayCopy } from './today-copy.ts';

/** The overview's limit of this count. */
const OLD_WEBHOOKS_COUNTED_MAX = 10_000;

type PausedNoticeProps = { paused: NonNullable<Overview['paused']> };

/** Says that a restore paused what the server sends by itself, and lets an admin resume it. */
export function PausedNotice({ paused }: PausedNoticeProps) {
  const copy = useCopy(todayCopy);
  const { moment } = useFormats();
  const [isResuming, setResuming] = useState(false);
  const { since, restoredTo } = paused;
  return (
    <Alert color="orange" icon={<Icon name="pause" />} title={copy.pausedTitle} data-paused>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {restoredTo === undefined
            ? copy.pausedUnknown(moment(since))
            : copy.pausedFrom(moment(since), moment(restoredTo))}
        </Text>
        <ActionButton variant="default" verb="service.resume" onClick={() => setResuming(true)}>
          {copy.resume}
        </ActionButton>
      </Stack>
      {isResuming && <ResumeDialog paused={paused} onClose={() => setResuming(false)} />}
    </Alert>
  );
}

/**
 * Lets an admin skip or send old webhooks, if there are any. Neither is preselected, since only the center
 * knows.
 */
function ResumeDialog({ paused, onClose }: PausedNoticeProps & { onClose: () => void }) {
  const copy = useCopy(todayCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  // The question does not change while it is open.
  const [{ oldWebhooks }] = useState(paused);
  const [choice, setChoice] = useState(oldWebhooks === 0 ? 'send' : '');
  const [isTried, setTried] = useState(false);
  const resume = useMutation({
    mutationFn: () => resumeAfterRestore(choice === 'skip'),
    onSuccess: () => {
      queryClient.setQueryData(overviewQuery.queryKey, withoutPause);
      onClose();
    },
  });
  const isAll = oldWebhooks < OLD_WEBHOOKS_COUNTED_MAX;
  return (
    <Dialog
      title={copy.resumeTitle}
      confirm={copy.resume}
      change={resume}
      onSubmit={() => {
        setTried(true);
        if (choice !== '') resume.mutate();
      }}
      onClose={onClose}
    >
      <Text size="sm">{copy.resumeMeans}</Text>
      {oldWebhooks > 0 && (
        <Radio.Group
          label={copy.oldWebhooks(`${count(oldWebhooks)}${isAll ? '' : '+'}`)}
          description={copy.oldWebhooksMean}
          value={choice}
          onChange={setChoice}
          error={isTried && choice === '' && copy.chooseOld}
        >
          <Stack gap="xs" my="xs">
            <Radio value="skip" label={copy.skipOld} />
            <Radio value="send" label={copy.sendOld} />
          </Stack>
        </Radio.Group>
      )}
    </Dialog>
  );
}

/** Removes the pause at once. The next poll confirms it. */
function withoutPause(overview: Overview | undefined): Overview | undefined {
  if (!overview) return undefined;
  const { paused: _, ...rest } = overview;
  return rest;
}
