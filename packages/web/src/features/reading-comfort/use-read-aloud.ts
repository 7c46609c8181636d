import { type RefObject, useEffect, useRef, useState } from 'react';
import { currentPosition, isInReadingArea, scrollToPosition } from '../chapters/reader/position.ts';
import { createSpeaker, type Speaker } from './speaker.ts';
import { markSpoken, type SpokenSentence, sentencesFrom } from './spoken-text.ts';
import { readAloudSettings } from './use-voices.ts';

export type ReadAloudState = 'playing' | 'paused' | 'finished';

interface Options {
  chapterId: string;
  /** Whether the chapter's text is on the page. */
  isShown: boolean;
  language: string;
  text: RefObject<HTMLElement | null>;
  voice: SpeechSynthesisVoice | null;
  /** False while the voices are not known, or if there are none. */
  canSpeak: boolean;
  /** Opens the next chapter, if there is one. */
  onNext: (() => void) | undefined;
}

/** Reads the chapter aloud from where the reader is, marks what it reads and keeps it in view; then the next chapter. */
export function useReadAloud(options: Options) {
  const { chapterId, isShown, language, text, canSpeak } = options;
  const latest = useRef(options);
  latest.current = options;
  const [state, setState] = useState<ReadAloudState>('playing');
  const speaker = useRef<Speaker | null>(null);
  /** The first chapter is read from the reader's place, the next ones from their beginning. */
  const begunAt = useRef<string | null>(null);
  const goesOn = useRef(true);
  const spokenWith = useRef<{ voice: SpeechSynthesisVoice | null; rate: number }>({ voice: null, rate: 1 });

  useEffect(() => {
    const element = text.current;
    if (!isShown || !canSpeak || element === null) return;
    const isFirst = begunAt.current === null;
    begunAt.current ??= chapterId;
    const place = isFirst ? currentPosition(element) : null;
    const sentences = sentencesFrom(element, language, place?.paragraph ?? null);
    const next = (): SpokenSentence | null => {
      const sentence = sentences.next().value ?? null;
      markSpoken(element, sentence);
      if (sentence !== null && !isInReadingArea(sentence.range)) {
        const [paragraph, offset] = [Number(sentence.paragraph.dataset.paragraph), sentence.offset];
        scrollToPosition(element, { paragraph, offset }, 0);
      }
      return sentence;
    };
    const own = createSpeaker({
      synthesizer: speechSynthesis,
      makeUtterance: (words) => new SpeechSynthesisUtterance(words),
      next,
      voice: () => ({ voice: latest.current.voice, rate: readAloudSettings.read().rate, language }),
      onEnd: () => {
        if (latest.current.onNext === undefined) setState('finished');
        else latest.current.onNext();
      },
    });
    speaker.current = own;
    spokenWith.current = { voice: latest.current.voice, rate: readAloudSettings.read().rate };
    if (goesOn.current) own.play();
    return () => {
      own.stop();
      speaker.current = null;
      markSpoken(element, null);
    };
  }, [chapterId, isShown, canSpeak, language, text]);

  const { voice } = options;
  const { rate } = readAloudSettings.use();
  // Another voice or speed repeats the sentence with it.
  useEffect(() => {
    if (spokenWith.current.voice === voice && spokenWith.current.rate === rate) return;
    spokenWith.current = { voice, rate };
    if (goesOn.current) speaker.current?.play();
  }, [voice, rate]);

  return {
    state,
    toggle: (): void => {
      goesOn.current = !goesOn.current;
      setState(goesOn.current ? 'playing' : 'paused');
      if (goesOn.current) speaker.current?.play();
      else speaker.current?.pause();
    },
  };
}
