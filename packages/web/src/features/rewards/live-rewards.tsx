import { useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { onNetworkIdle } from '../../lib/on-network-idle.ts';
import { useMe, useSessionState } from '../../lib/session.ts';

const ShowEarned = lazyComponent(async () => (await import('./show-earned.ts')).ShowEarned);

/** Tells what is earned on screens other than the reading screen, and on leaving that, what was not seen there. */
export function LiveRewards() {
  const isMember = useSessionState() === 'member';
  const [isComplete, setComplete] = useState(false);
  useEffect(() => onNetworkIdle(() => setComplete(true)), []);
  const hides = useMe(false)?.readingPreferences.hidesRewards;
  return isMember && isComplete && hides !== true ? <ShowEarned /> : null;
}
