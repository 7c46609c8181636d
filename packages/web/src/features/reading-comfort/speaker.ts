import type { Sentence } from './sentences.ts';

/** What is needed of `speechSynthesis`, so that tests can have one of their own. */
type Synthesizer = Pick<SpeechSynthesis, 'speak' | 'cancel'>;
type MakeUtterance = (text: string) => SpeechSynthesisUtterance;

interface Voice {
  voice: SpeechSynthesisVoice | null;
  /** How many times the usual speed. */
  rate: number;
  language: string;
}

interface Speaking {
  synthesizer: Synthesizer;
  makeUtterance: MakeUtterance;
  /** The sentence to speak next; null at the end of the text. */
  next: () => Sentence | null;
  voice: () => Voice;
  onEnd: () => void;
}

/** Some browsers never report the end of an utterance. Then the next sentence begins after this long. */
const waitFor = (text: string, rate: number): number => 8000 + (text.length * 250) / rate;

/**
 * Speaks one sentence after another. Pausing ends the sentence and repeats it later: `speechSynthesis.pause` does nothing on
 * Android, and what Chromium pauses it forgets.
 */
export function createSpeaker({ synthesizer, makeUtterance, next, voice, onEnd }: Speaking) {
  /** Raised when speaking stops, so that late events of earlier sentences are ignored. */
  let run = 0;
  let unfinished: Sentence | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Chromium drops the events of an utterance that nothing refers to.
  let current: SpeechSynthesisUtterance | null = null;

  function speak(sentence: Sentence | null): void {
    const own = ++run;
    if (sentence === null) {
      current = null;
      onEnd();
      return;
    }
    unfinished = sentence;
    const { voice: chosen, rate, language } = voice();
    const utterance = makeUtterance(sentence.text);
    utterance.lang = chosen?.lang ?? language;
    utterance.voice = chosen;
    utterance.rate = rate;
    const proceed = () => {
      clearTimeout(timer);
      if (own !== run) return;
      unfinished = null;
      speak(next());
    };
    utterance.onend = proceed;
    utterance.onerror = proceed;
    current = utterance;
    timer = setTimeout(
      () => {
        if (own !== run) return;
        run += 1;
        synthesizer.cancel();
        unfinished = null;
        speak(next());
      },
      waitFor(sentence.text, rate),
    );
    synthesizer.speak(current);
  }

  function pause(): void {
    run += 1;
    clearTimeout(timer);
    synthesizer.cancel();
  }

  return {
    play: (): void => {
      pause();
      speak(unfinished ?? next());
    },
    pause,
    /** Forgets the sentence that was interrupted too. */
    stop: (): void => {
      pause();
      unfinished = null;
    },
  };
}

export type Speaker = ReturnType<typeof createSpeaker>;
