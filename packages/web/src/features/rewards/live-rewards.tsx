import { useCallback, useEffect, useState } from 'react';
import { showNotice } from '../../lib/notify.ts';
import { onNetworkIdle } from '../../lib/on-network-idle.ts';
import { useMe, useSessionState } from '../../lib/session.ts';
import { type Earned, takeEarned, textsOf, useEarned } from './earned.ts';

const tell = (earned: readonly Earned[]): void => {
  for (const text of textsOf(earned)) showNotice(text);
};

/** Tells what is earned on screens other than the reading screen, and on leaving that, what was not seen there. */
export function LiveRewards() {
  const isMember = useSessionState() === 'member';
  const [isComplete, setComplete] = useState(false);
  useEffect(() => onNetworkIdle(() => setComplete(true)), []);
  const hides = useMe(false)?.readingPreferences.hidesRewards;
  return isMember && isComplete && hides !== true ? <Live /> : null;
}

function Live() {
  useEarned(useCallback((earned: Earned) => tell([earned]), []));
  useEffect(() => tell(takeEarned()), []);
  return null;
}
