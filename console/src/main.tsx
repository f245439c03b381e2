import './app/mantine.css';
import './app/base.css';
import './app/phone.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeRouter } from './app/router.tsx';
import { reloadOnlyWhile } from './shared/api/load-part.ts';
import { makeQueryClient } from './shared/api/query-client.ts';
import { ConnectionLost, RequestError } from './shared/api/request-error.ts';
import { PageNotPermitted } from './shared/session/session-api.ts';
import { theme, variables } from './shared/ui/theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// For the style that locks scrolling below a dialog.
if (nonce) setNonce(nonce);
const queryClient = makeQueryClient();
const router = makeRouter(queryClient);
reloadOnlyWhile(() => router.state.isLoading);

/** Errors that a page shows as refusals. They are not reported. */
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
