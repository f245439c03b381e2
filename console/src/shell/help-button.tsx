import { ActionIcon, Kbd, Modal, Table, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCopy } from '../shared/copy/copy.ts';
import { sharedCopy } from '../shared/copy/shared-copy.ts';
import { Icon } from '../shared/ui/icons.tsx';
import { useHotkey } from '../shared/ui/use-hotkey.ts';

export function HelpButton() {
  const copy = useCopy(sharedCopy);
  const [isOpen, { open, close }] = useDisclosure();
  useHotkey('shift+?', open);
  return (
    <>
      <Tooltip label={copy.help}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={copy.help} onClick={open}>
          <Icon name="help" />
        </ActionIcon>
      </Tooltip>
      <Modal
        opened={isOpen}
        onClose={close}
        title={copy.helpTitle}
        closeButtonProps={{ 'aria-label': copy.close }}
      >
        <Table highlightOnHover={false}>
          <Table.Tbody>
            {(
              [
                ['/', copy.keys.search],
                ['Enter', copy.keys.open],
                ['↑ ↓', copy.keys.rows],
                ['␣', copy.keys.tick],
                ['?', copy.keys.help],
                ['Esc', copy.keys.escape],
                ['▮▯▮▯', copy.keys.scan],
              ] as const
            ).map(([key, what]) => (
              <Table.Tr key={key}>
                <Table.Td w={72}>
                  <Kbd>{key}</Kbd>
                </Table.Td>
                <Table.Td>{what}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Modal>
    </>
  );
}
