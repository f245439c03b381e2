import { Button, CopyButton, Group, Textarea } from '@mantine/core';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import { Icon } from './icons.tsx';

/** Shows a value that cannot be changed, with a button that copies it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const copy = useCopy(partsCopy);
  const button = (
    <CopyButton value={value}>
      {({ copied, copy: take }) => (
        <Button
          variant="default"
          onClick={take}
          aria-label={`${copied ? copy.copied : copy.copy}: ${label}`}
          leftSection={copied && <Icon name="check" size={14} />}
        >
          {copied ? copy.copied : copy.copy}
        </Button>
      )}
    </CopyButton>
  );
  return (
    <Textarea
      autosize
      label={label}
      value={value}
      readOnly
      // The label may be long, and gets the whole width.
      inputContainer={(input) => (
        <Group align="flex-end" gap="xs">
          {input}
          {button}
        </Group>
      )}
      styles={{
        label: { display: 'block' },
        wrapper: { flex: '1 1 220px' },
        input: { fontFamily: 'var(--mantine-font-family-monospace)' },
      }}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
