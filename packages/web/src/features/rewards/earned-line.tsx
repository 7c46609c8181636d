import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { listenLive } from '../../lib/live.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { collectEarned, dropSeenEarned, markEarnedSeen, textsOf, useCollected, useEarned } from './earned.ts';

/** Collects what is earned while a reading screen is open, also between two chapters. */
export function CollectEarned({ listen = listenLive }: { listen?: typeof listenLive }) {
  useEarned(collectEarned, listen);
  return null;
}

/** At the end of a chapter: what was earned while reading, if anything was (docs/product/rewards.md#telling). */
export function EarnedLine({ chapterId }: { chapterId: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  const collected = useCollected();
  const hides = useMe(false)?.readingPreferences.hidesRewards === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chapter is shown
  useEffect(dropSeenEarned, [chapterId]);
  const texts = hides ? [] : textsOf(collected);
  const isEmpty = texts.length === 0;
  useEffect(() => {
    if (hides || collected.length === 0 || line.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) markEarnedSeen();
    });
    observer.observe(line.current);
    return () => observer.disconnect();
  }, [hides, collected]);
  return (
    <p ref={line} role="status" className="text-sm text-muted">
      {!isEmpty && (
        <>
          {texts.join(' · ')} ·{' '}
          <Link to={paths.rewards} className="link">
            See rewards
          </Link>
        </>
      )}
    </p>
  );
}
