import { Button } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useCopy } from '../copy/copy.ts';
import { sharedCopy } from '../copy/shared-copy.ts';
import { Icon } from './icons.tsx';

/** Returns whether the screen is as narrow as a phone. phone.css has the same width. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false }) ?? false;
}

/** On a phone, a button shows the filters or actions, so that the list begins at the top. */
export function Fold({ children }: { children: ReactNode }) {
  const copy = useCopy(sharedCopy);
  const [isOpen, { toggle }] = useDisclosure();
  if (!useIsPhone()) return children;
  return (
    <>
      <Button
        variant="default"
        flex="none"
        aria-expanded={isOpen}
        leftSection={<Icon name="settings" size={16} />}
        onClick={toggle}
      >
        {copy.filtersAndActions}
      </Button>
      {isOpen && children}
    </>
  );
}
