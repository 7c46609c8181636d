import { useEffect } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useMe } from '../../lib/session.ts';
import { storeSuspended, useSuspended } from '../../lib/suspension.ts';

const SuspendedBanner = lazyComponent(async () => (await import('./suspended-banner.tsx')).SuspendedBanner);
const SuspendedLine = lazyComponent(async () => (await import('./suspended-banner.tsx')).SuspendedLine);

interface Props {
  /** One line, as on the reading screen. */
  short?: boolean;
}

/** The banner of a suspended person. No page loads the person for it: the live connection says it too. */
export function SuspendedNotice({ short = false }: Props) {
  const isSuspended = useSuspended();
  const known = useMe(false)?.isSuspended;
  useEffect(() => {
    if (known !== undefined) storeSuspended(known);
  }, [known]);
  if (!isSuspended) return null;
  return short ? <SuspendedLine /> : <SuspendedBanner />;
}
