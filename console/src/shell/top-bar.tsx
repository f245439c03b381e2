import {
  ActionIcon,
  Breadcrumbs,
  Button,
  Kbd,
  Menu,
  Modal,
  Table,
  Text,
  TextInput,
  Tooltip,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { AlertBell } from '../shared/alerts/alert-bell.tsx';
import { LANGUAGES, useCopy, useLanguage } from '../shared/copy/copy.ts';
import { sharedCopy, useChooseLanguage } from '../shared/copy/shared-copy.ts';
import { useSession, useSignOut } from '../shared/session/use-permission.ts';
import { Icon } from '../shared/ui/icons.tsx';
import { AnchorLink } from '../shared/ui/links.tsx';
import { useCrumbs } from './root-route.tsx';
import classes from './top-bar.module.css';

export function TopBar({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu: () => void }) {
  const copy = useCopy(sharedCopy);
  const crumbs = useCrumbs();
  const { verbs } = useSession();
  return (
    <header className={classes.bar}>
      <Button
        variant="subtle"
        color="gray"
        px="xs"
        className={classes.menu}
        aria-expanded={isMenuOpen}
        aria-controls="pages"
        onClick={onMenu}
      >
        {copy.menu}
      </Button>
      <Breadcrumbs className={classes.crumbs} separatorMargin={6}>
        {crumbs.map(({ label, to, search }) =>
          to === undefined ? (
            <Text key={label} size="sm" truncate aria-current="page">
              {label}
            </Text>
          ) : (
            <AnchorLink key={label} to={to as '/orders'} {...(search && { search })} size="sm">
              {label}
            </AnchorLink>
          ),
        )}
      </Breadcrumbs>
      {verbs.includes('orders.read') && <FindOrder />}
      {verbs.includes('alerts.read') && <AlertBell />}
      <HelpButton />
      <AccountMenu />
    </header>
  );
}

function HelpButton() {
  const copy = useCopy(sharedCopy);
  const [isOpen, { open, close }] = useDisclosure();
  useHotkey('shift+?', open);
  return (
    <>
      <Tooltip label={copy.help}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.help}
          aria-label={copy.help}
          onClick={open}
        >
          <Icon name="help" />
        </ActionIcon>
      </Tooltip>
      <Modal opened={isOpen} onClose={close} title={copy.helpTitle} closeButtonProps={{ 'aria-label': copy.close }}>
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

/** Searches orders by text or scan from any page. On a page with its own search, `/` goes there. */
function FindOrder() {
  const copy = useCopy(sharedCopy);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useHotkey('/', () => {
    const own = document.querySelector<HTMLInputElement>('main input[type="search"]');
    (own ?? field.current)?.focus();
  });
  return (
    <search className={classes.find}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const q = field.current?.value.trim();
          // A single match opens, as after a scan.
          if (q) void navigate({ to: '/orders', search: { q }, state: { scanned: q } });
          if (field.current) field.current.value = '';
          field.current?.blur();
        }}
      >
        <TextInput
          ref={field}
          size="sm"
          aria-label={copy.searchOrders}
          placeholder={copy.searchOrders}
          leftSection={<Icon name="search" size={16} />}
          rightSection={<Kbd size="xs">/</Kbd>}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
      </form>
    </search>
  );
}

/** Shows the person and the settings of this person and screen. */
function AccountMenu() {
  const copy = useCopy(sharedCopy);
  const { operator } = useSession();
  const language = useLanguage();
  const chooseLanguage = useChooseLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = useSignOut();
  return (
    // The menu's initial focus would be on an element that a menu must not contain.
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          px="xs"
          leftSection={<Icon name="account" />}
          rightSection={<Icon name="down" size={14} />}
          aria-label={copy.signedInAs(operator.name)}
        >
          <span className={classes.name}>{operator.name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{copy.language}</Menu.Label>
        {LANGUAGES.map((one) => (
          <Menu.Item
            key={one}
            lang={one}
            aria-current={one === language}
            leftSection={<Mark isChosen={one === language} />}
            onClick={() => void chooseLanguage(one)}
          >
            {copy.languages[one]}
          </Menu.Item>
        ))}
        <Menu.Label>{copy.appearance}</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map((one) => (
          <Menu.Item
            key={one}
            aria-current={one === colorScheme}
            leftSection={<Mark isChosen={one === colorScheme} />}
            onClick={() => setColorScheme(one)}
          >
            {copy.appearances[one]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => leave.mutate()}>{copy.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Mark({ isChosen }: { isChosen: boolean }) {
  return <Icon name="check" size={14} visibility={isChosen ? 'visible' : 'hidden'} />;
}

/** Calls `act` for a single key outside of fields. A scanned code never starts with `/` or `?`. */
function useHotkey(key: string, act: () => void): void {
  useHotkeys([[key, act, { usePhysicalKeys: false }]]);
}
