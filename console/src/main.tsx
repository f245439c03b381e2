import './app/mantine.css';
import './app/base.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeRouter } from './app/router.tsx';
import { makeQueryClient } from './shared/api/query-client.ts';
import { ConnectionLost, RequestError } from './shared/api/request-error.ts';
import { PageNotPermitted } from './shared/session/session-api.ts';
import { theme, variables } from './shared/ui/theme.ts';

const RELOADED = 'platen.reloaded';
/** One that is not mended by loading the page again must not load it for ever. */
const AGAIN_AFTER_MS = 60_000;

reloadWhenReplaced();
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// For the style with which a window keeps the page below it from scrolling.
if (nonce) setNonce(nonce);
const queryClient = makeQueryClient();
const router = makeRouter(queryClient);

/** What a page shows as a refusal is no fault of the page. */
const REFUSALS = [RequestError, ConnectionLost, PageNotPermitted];
const onCaughtError = (error: unknown) => {
  if (!REFUSALS.some((refusal) => error instanceof refusal)) reportError(error);
};

createRoot(document.getElementById('root') as HTMLElement, { onCaughtError }).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      {...(nonce && { getStyleNonce: () => nonce })}
    >
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/** A newer Platen has other files: a page that was open before loads itself anew when it misses one of the old. */
function reloadWhenReplaced(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(RELOADED));
    if (Date.now() - last < AGAIN_AFTER_MS) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED, String(Date.now()));
    location.reload();
  });
}
