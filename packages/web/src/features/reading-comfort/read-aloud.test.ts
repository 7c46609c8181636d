import { afterEach, expect, test, vi } from 'vitest';
import { type Sentence, sentencesOf } from './sentences.ts';
import { createSpeaker } from './speaker.ts';

afterEach(() => vi.useRealTimers());

test('a paragraph is divided into sentences of its language; together they are the paragraph', () => {
  const text = 'It was late. “Who’s there?” she asked. Nobody – as always – answered…';
  expect(sentencesOf(text, 'en').map((one) => one.text.trim())).toEqual([
    'It was late.',
    '“Who’s there?”',
    'she asked.',
    'Nobody – as always – answered…',
  ]);
  expect(sentencesOf('夜でした。誰もいない。', 'ja')).toHaveLength(2);
  expect(sentencesOf('  ', 'en')).toEqual([]);
});

test('no sentence is longer than a browser speaks at once, and none is cut in a word or a character', () => {
  const endless = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ');
  const sentences = sentencesOf(endless, 'en');
  expect(sentences.map(({ text }) => text).join('')).toBe(endless);
  for (const { text, from, to } of sentences) {
    expect(text.length).toBeLessThanOrEqual(180);
    expect(endless.slice(from, to)).toBe(text);
    expect(text).toMatch(/^word\d+ .*\d ?$/s);
  }
  const emoji = '😀'.repeat(300);
  expect(sentencesOf(emoji, 'en').every(({ text }) => text.isWellFormed())).toBe(true);
});

/** A synthesizer that remembers what it speaks and ends it on demand. */
function fakeSynthesizer() {
  const spoken: SpeechSynthesisUtterance[] = [];
  return {
    spoken,
    synthesizer: {
      speak: (utterance: SpeechSynthesisUtterance) => void spoken.push(utterance),
      cancel: vi.fn(),
    },
    texts: () => spoken.map(({ text }) => text),
    end: () => {
      const last = spoken.at(-1);
      last?.onend?.call(last, {} as SpeechSynthesisEvent);
    },
  };
}

function speakerOf(texts: string[]) {
  const fake = fakeSynthesizer();
  const queue: Sentence[] = texts.map((text) => ({ from: 0, to: text.length, text }));
  const onEnd = vi.fn();
  const speaker = createSpeaker({
    synthesizer: fake.synthesizer,
    makeUtterance: (text) => ({ text }) as SpeechSynthesisUtterance,
    next: () => queue.shift() ?? null,
    voice: () => ({ voice: null, rate: 1.25, language: 'fr' }),
    onEnd,
  });
  return { ...fake, speaker, onEnd };
}

test('speaks sentence after sentence in the story’s language, and says when the text is over', () => {
  const { speaker, texts, end, onEnd, spoken } = speakerOf(['One.', 'Two.']);
  speaker.play();
  expect(texts()).toEqual(['One.']);
  expect(spoken[0]).toMatchObject({ lang: 'fr', rate: 1.25 });
  end();
  end();
  expect(texts()).toEqual(['One.', 'Two.']);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('goes on with the interrupted sentence after a pause, whatever the browser reports late', () => {
  const { speaker, texts, end, spoken } = speakerOf(['One.', 'Two.', 'Three.']);
  speaker.play();
  end();
  const interrupted = spoken.at(-1);
  speaker.pause();
  interrupted?.onerror?.call(interrupted, {} as SpeechSynthesisErrorEvent);
  expect(texts()).toEqual(['One.', 'Two.']);
  speaker.play();
  expect(texts()).toEqual(['One.', 'Two.', 'Two.']);
  end();
  expect(texts().at(-1)).toBe('Three.');
});

test('goes on when the browser does not report the end of a sentence', () => {
  vi.useFakeTimers();
  const { speaker, texts } = speakerOf(['One.', 'Two.']);
  speaker.play();
  vi.advanceTimersByTime(20_000);
  expect(texts().slice(0, 2)).toEqual(['One.', 'Two.']);
});
