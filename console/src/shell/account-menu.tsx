import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { useCopy } from '../shared/copy/copy.ts';
import { LANGUAGES, useLanguage } from '../shared/copy/language.ts';
import { sharedCopy, useChooseLanguage } from '../shared/copy/shared-copy.ts';
import { useSession, useSignOut } from '../shared/session/use-permission.ts';
import { Icon } from '../shared/ui/icons.tsx';
import classes from './top-bar.module.css';

/** Whose session it is, always to be seen; and what concerns this person and screen alone. */
export function AccountMenu() {
  const copy = useCopy(sharedCopy);
  const { operator } = useSession();
  const language = useLanguage();
  const chooseLanguage = useChooseLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = useSignOut();
  return (
    // Its place for the first focus is no child that a menu may have.
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
