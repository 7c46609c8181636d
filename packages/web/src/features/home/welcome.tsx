import type { ReadableEntry } from '@inkling/contract/library';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useIsMemberPage, useMe } from '../../lib/session.ts';
import { ContinuePopup } from './continue-popup.tsx';
import { continueCard, onboarding } from './once.ts';

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
  if (!member || me === undefined) return null;
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
