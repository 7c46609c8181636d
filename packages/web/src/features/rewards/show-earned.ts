import { useCallback, useEffect } from 'react';
import { showNotice } from '../../lib/notify.ts';
import { type Earned, takeEarned, textsOf, useEarned } from './earned.ts';

const show = (earned: readonly Earned[]): void => {
  for (const text of textsOf(earned)) showNotice(text);
};

/** Shows what is earned while it is rendered, and at first what was not seen on the reading screen. */
export function ShowEarned() {
  useEarned(useCallback((earned: Earned) => show([earned]), []));
  useEffect(() => show(takeEarned()), []);
  return null;
}
