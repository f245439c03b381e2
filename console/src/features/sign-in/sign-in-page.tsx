import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { OPENID_URL } from '../../shared/session/session-api.ts';
import { signInCopy } from '../../shared/session/sign-in-copy.ts';
import { SignInForm } from '../../shared/session/sign-in-form.tsx';
import { SignInFrame, useEnter } from './sign-in-frame.tsx';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const copy = useCopy(signInCopy);
  const { next } = route.useSearch();
  const enter = useEnter();
  return (
    <SignInFrame title={copy.title}>
      <SignInForm openIdUrl={OPENID_URL} onSignedIn={(session) => enter(session, next)} />
    </SignInFrame>
  );
}

/** The page to which OpenID Connect returns in a second window. The first window notices the new session. */
export function SignedInPage() {
  const copy = useCopy(signInCopy);
  useEffect(() => close(), []);
  return <SignInFrame title={copy.signedIn}>{copy.signedInLong}</SignInFrame>;
}
