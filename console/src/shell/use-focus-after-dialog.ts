import { useEffect } from 'react';

const DIALOG = '[role="dialog"]';

/**
 * Gives the focus back to what opened a window, when that is gone. Windows here come and go with what they ask, and the focus of one that
 * is taken away would be nowhere: whoever works by the keyboard would begin again at the top of the page.
 */
export function useFocusAfterDialog(): void {
  useEffect(() => {
    let opener: HTMLElement | undefined;
    let wasInDialog = false;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      wasInDialog = target.closest(DIALOG) !== null;
      if (!wasInDialog) opener = target;
    };
    const giveBack = () => {
      if (!wasInDialog || document.activeElement !== document.body || document.querySelector(DIALOG)) return;
      wasInDialog = false;
      if (opener?.isConnected) opener.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(giveBack);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
}
