import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import { type RefObject, useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { isSetVertically } from '../chapters/reader/reading-attributes.ts';
import { useReadingSettings } from '../chapters/reader/reading-settings.ts';
import { createRain, type RainState } from './rain.ts';
import { offerReaderTools } from './reader-tools.ts';
import { TimeLeft } from './time-left.tsx';
import { useSettingsSync } from './use-settings-sync.ts';

/** The parts of `document` that are used, so that tests can pass their own. */
type Page = EventTarget & Pick<Document, 'visibilityState'>;
type Screen = Pick<WakeLock, 'request'>;

/**
 * Keeps the screen on while the page is in view, until the returned function is called. Browsers release the lock when the
 * page is hidden; it is requested again when the page is shown.
 */
export function keepAwake(page: Page, screen: Screen): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const take = async (): Promise<void> => {
    if (isOver || page.visibilityState !== 'visible' || lock?.released === false) return;
    // Browsers refuse when the battery is almost empty; the next return to the page tries again.
    lock = await screen.request('screen').catch(() => null);
    if (isOver) await lock?.release();
  };
  let taking = take();
  // One after the other: of two requests at a time, one lock would be lost and never released.
  const onChange = () => {
    taking = taking.then(take);
  };
  page.addEventListener('visibilitychange', onChange);
  return () => {
    isOver = true;
    page.removeEventListener('visibilitychange', onChange);
    void lock?.release();
  };
}

/** Plays the sound of rain while it is wanted and the component is shown. */
function useRain(wanted: boolean): RainState {
  const [state, setState] = useState<RainState>('off');
  useEffect(() => {
    if (!wanted) return;
    const rain = createRain(setState);
    void rain.start();
    // A page that the browser keeps for 'Back' must be silent.
    const onLeave = () => rain.stop();
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && void rain.start();
    window.addEventListener('pagehide', onLeave);
    window.addEventListener('pageshow', onReturn);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      window.removeEventListener('pageshow', onReturn);
      rain.stop();
    };
  }, [wanted]);
  return state;
}

/** Keeps the screen on while it is wanted and the page is in view, if the browser can do that. */
function useAwake(wanted: boolean): void {
  useEffect(() => {
    if (wanted && 'wakeLock' in navigator) return keepAwake(document, navigator.wakeLock);
  }, [wanted]);
}

const ReadAloud = lazyComponent(async () => (await import('./read-aloud.tsx')).ReadAloud);

interface Props {
  opening: Opening;
  chapter: ChapterSummary;
  text: RefObject<HTMLElement | null>;
  /** Opens the next chapter, if there is one. */
  onNext: (() => void) | undefined;
  /** Opens another chapter. */
  onGo: (chapterId: string) => void;
}

/** What makes reading comfortable beside the text. Loaded after it is shown. */
export function ReadingComfort({ opening, chapter, text, onNext, onGo }: Props) {
  const { awake, rain } = useReadingSettings();
  const [aloud, setAloud] = useState(false);
  const setsVertically = isSetVertically(opening.story.language);
  const rainState = useRain(rain);
  useSettingsSync();
  useAwake(awake || aloud);
  useEffect(() => {
    offerReaderTools({ readAloud: () => setAloud(true), rain: rainState, setsVertically });
    return () => offerReaderTools(null);
  }, [rainState, setsVertically]);
  return aloud ? (
    <ReadAloud
      chapterId={chapter._id}
      story={opening.story}
      text={text}
      onNext={onNext}
      onClose={() => setAloud(false)}
    />
  ) : (
    <TimeLeft key={chapter._id} opening={opening} chapter={chapter} text={text} onGo={onGo} />
  );
}
