import type { ReadableEntry } from '@inkling/contract/library';
import { X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useIsMemberPage, useMe } from '../../lib/session.ts';
import { useIsHydrated } from '../../lib/use-query-string.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { StoryCover } from '../covers/story-cover.tsx';
import { continuePath, newChaptersLabel, wholePercent } from '../library/read-label.ts';
import { ReadingState } from '../library/reading-state.tsx';
import { titleOf } from '../stories/story-text.ts';

type Phase = 'waiting' | 'shown' | 'gone';

/** An element that appears after `appearsAfterMs` and disappears `staysMs` later, not counting pauses. */
function useTransient({ appearsAfterMs, staysMs }: { appearsAfterMs: number; staysMs: number }) {
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

const timing = { appearsAfterMs: 1200, staysMs: 8000 };

/** A card that links to the last read story; shown once a session, and closes by itself. */
export function ContinuePopup({ entry }: { entry: ReadableEntry }) {
  const { phase, setPaused, dismiss } = useTransient(timing);
  const card = useRef<HTMLElement>(null);
  const inside = useRef({ pointer: false, focus: false });
  const shown = phase === 'shown';
  const state =
    entry.newChapters > 0
      ? newChaptersLabel(entry.newChapters)
      : `${wholePercent(entry.progress)} percent read`;
  const title = titleOf(entry.story);

  useEffect(() => {
    if (shown) continueCard.finish();
  }, [shown]);

  const updateInside = (part: 'pointer' | 'focus', isInside: boolean) => {
    inside.current[part] = isInside;
    setPaused(inside.current.pointer || inside.current.focus);
  };
  const close = () => {
    // Move the focus out of the card before it disappears.
    if (card.current?.contains(document.activeElement)) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    dismiss();
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) updateInside('focus', false);
  };

  return (
    <>
      <p role="status" className="sr-only">
        {shown && (
          <>
            Continue Reading <bdi>{title}</bdi>, {state}.
          </>
        )}
      </p>
      {shown && (
        <section
          ref={card}
          aria-label="Pick up where you left off"
          onPointerEnter={() => updateInside('pointer', true)}
          onPointerLeave={() => updateInside('pointer', false)}
          onFocus={() => updateInside('focus', true)}
          onBlur={onBlur}
          onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && close()}
          className="fixed inset-x-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 flex gap-3 rounded-lg border border-line bg-raised p-3 shadow-lg transition-[opacity,translate] duration-(--motion-long) sm:start-auto sm:end-6 sm:w-88 lg:bottom-6 starting:translate-y-2 starting:opacity-0"
        >
          <div className="w-16 shrink-0">
            <StoryCover story={entry.story} sizes="64px" />
          </div>
          <div className="flex min-w-0 flex-1 flex-col">
            <p className="text-sm text-muted">Continue Reading</p>
            <p className="line-clamp-2 font-serif text-lg leading-snug">
              <Link to={continuePath(entry)} onClick={dismiss} className="card-link hover:underline">
                <bdi lang={entry.story.language}>{title}</bdi>
              </Link>
            </p>
            <div className="mt-auto pt-2">
              <ReadingState entry={entry} />
            </div>
          </div>
          <IconButton icon={X} label="Dismiss" className="relative z-10 -me-2 -mt-2" onClick={close} />
        </section>
      )}
    </>
  );
}

/** Remembers that something was shown, permanently or for this tab, depending on the storage. */
interface Once {
  done(): boolean;
  finish(): void;
}

function once(key: string, storage: () => Storage): Once {
  // Without storage, remember it until the page is reloaded.
  let doneInMemory = false;
  return {
    done() {
      try {
        return doneInMemory || storage().getItem(key) === 'true';
      } catch {
        return doneInMemory;
      }
    },
    finish() {
      doneInMemory = true;
      try {
        storage().setItem(key, 'true');
      } catch {
        // No storage: see doneInMemory.
      }
    },
  };
}

/** Choosing genres as a new user, or skipping it (docs/product/home.md#onboarding). */
const onboarding = once('onboarding-completed', () => localStorage);

/** The card that links to the last read story (docs/product/home.md#continue-card). */
const continueCard = once('continue-reading-shown', () => sessionStorage);

const GenreOnboarding = lazyComponent(async () => (await import('./genre-onboarding.tsx')).GenreOnboarding);

/**
 * Shows the genre question to new users, and a card for the last read story to others. `reading` has the stories in
 * progress, undefined while they are loading.
 */
export function Welcome({ reading }: { reading: ReadableEntry[] | undefined }) {
  const member = useIsMemberPage();
  const me = useMe();
  const [isOnboarded, setOnboarded] = useState(() => onboarding.done());
  const [cardShown] = useState(() => continueCard.done());
  const hydrated = useIsHydrated();
  // The server does not know what this browser has shown.
  if (!hydrated || !member || me === undefined) return null;
  const finish = () => {
    onboarding.finish();
    setOnboarded(true);
  };
  if (!isOnboarded && me.readingPreferences.genres.length === 0) {
    return <GenreOnboarding me={me} onDone={finish} />;
  }
  const last = reading?.[0];
  if (cardShown || last === undefined) return null;
  return <ContinuePopup entry={last} />;
}
