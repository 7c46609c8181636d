import { useEffect, useRef, useState } from 'react';

type Phase = 'waiting' | 'shown' | 'gone';

/**
 * Something that comes by itself and goes again: it appears after `appearsAfterMs`, and `staysMs` later it is gone.
 * The time stands still while it is `held`.
 */
export function useTransient({ appearsAfterMs, staysMs }: { appearsAfterMs: number; staysMs: number }) {
  const [phase, setPhase] = useState<Phase>('waiting');
  const [held, hold] = useState(false);
  const left = useRef(staysMs);

  useEffect(() => {
    if (phase !== 'waiting') return;
    const timer = setTimeout(() => setPhase('shown'), appearsAfterMs);
    return () => clearTimeout(timer);
  }, [phase, appearsAfterMs]);

  useEffect(() => {
    if (phase !== 'shown' || held) return;
    const since = performance.now();
    const timer = setTimeout(() => setPhase('gone'), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [phase, held]);

  return { phase, hold, dismiss: () => setPhase('gone') };
}
