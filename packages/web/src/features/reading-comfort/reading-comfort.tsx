import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import { type RefObject, useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { isSetVertically } from '../chapters/reader/reading-attributes.ts';
import { useReadingSettings } from '../chapters/reader/reading-settings.ts';
import { offerReaderTools } from './reader-tools.ts';
import { TimeLeft } from './time-left.tsx';
import { useAwake } from './use-awake.ts';
import { useRain } from './use-rain.ts';
import { useSettingsSync } from './use-settings-sync.ts';

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
