import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import { CopyField } from './copy-field.tsx';
import { Icon } from './icons.tsx';

interface ShownOnceProps {
  title: string;
  children: ReactNode;
  /** The values by label. The last one is the secret. */
  values: readonly (readonly [label: string, value: string])[];
  onDone: () => void;
}

/** Shows a secret once. Only its button closes it, not a click beside it. */
export function ShownOnce({ title, children, values, onDone }: ShownOnceProps) {
  const copy = useCopy(partsCopy);
  return (
    <Modal
      opened
      onClose={onDone}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="sm">
        <Text size="sm">{children}</Text>
        {values.map(([label, value]) => (
          <CopyField key={label} label={label} value={value} />
        ))}
        <Alert color="yellow" icon={<Icon name="warning" />}>
          {copy.shownOnce}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onDone} data-autofocus>
            {copy.done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
