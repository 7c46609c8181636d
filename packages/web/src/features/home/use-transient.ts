import { useEffect, useRef, useState } from 'react';

type Phase = 'waiting' | 'shown' | 'gone';

/** An element that appears after `appearsAfterMs` and disappears `staysMs` later, not counting pauses. */
export function useTransient({ appearsAfterMs, staysMs }: { appearsAfterMs: number; staysMs: number }) {
  const [phase, setPhase] = useState<Phase>('waiting');
  const [paused, setPaused] = useState(false);
  const remainingMs = useRef(staysMs);

  useEffect(() => {
    if (phase !== 'waiting') return;
    const timer = setTimeout(() => setPhase('shown'), appearsAfterMs);
    return () => clearTimeout(timer);
  }, [phase, appearsAfterMs]);

  useEffect(() => {
    if (phase !== 'shown' || paused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => setPhase('gone'), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= performance.now() - startedAt;
    };
  }, [phase, paused]);

  return { phase, setPaused, dismiss: () => setPhase('gone') };
}
