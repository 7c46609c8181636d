import { type Ref, useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getQueryClient } from '../../lib/query.ts';
import { idOf } from '../../testing/fixtures.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { chapterQuery } from '../chapters/chapters.api.ts';
import { ReadAloud } from './read-aloud.tsx';

resetBetweenTests();
afterEach(() => vi.unstubAllGlobals());

const chapterId = idOf(700);
const voiceOf = (lang: string, name: string) =>
  ({ lang, name, voiceURI: name, default: false, localService: true }) as SpeechSynthesisVoice;

/** The browser's voices, as one that speaks nothing; `end` ends the sentence that is being spoken. */
function fakeVoices(voices: SpeechSynthesisVoice[]) {
  const spoken: { text: string; onend?: () => void }[] = [];
  const synthesizer = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    speak: (utterance: { text: string }) => void spoken.push(utterance),
    cancel: () => undefined,
  });
  vi.stubGlobal('speechSynthesis', synthesizer);
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      constructor(readonly text: string) {}
    },
  );
  return { texts: () => spoken.map(({ text }) => text.trim()), end: () => spoken.at(-1)?.onend?.() };
}

function Chapter({ ref }: { ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} className="chapter-text" style={{ paddingTop: 400 }}>
      <p data-paragraph="1">
        It was <span hidden>*</span>late. The lamp was lit.
      </p>
      <hr data-paragraph="2" />
      <p data-paragraph="3">Nobody came.</p>
    </div>
  );
}

function Page({ onNext, onClose }: { onNext?: () => void; onClose: () => void }) {
  const text = useRef<HTMLDivElement>(null);
  return (
    <>
      <Chapter ref={text} />
      <ReadAloud
        chapterId={chapterId}
        story={{ language: 'en' }}
        text={text}
        onNext={onNext}
        onClose={onClose}
      />
    </>
  );
}

async function open(onNext?: () => void) {
  // Only whether the chapter has arrived matters.
  getQueryClient().setQueryData(chapterQuery(chapterId).queryKey, { success: true } as never);
  const onClose = vi.fn();
  await renderPage(<Page {...(onNext && { onNext })} onClose={onClose} />);
  return onClose;
}

const marked = () => document.querySelector('[data-spoken]')?.getAttribute('data-paragraph');

test('reads sentence by sentence without hidden marks, marks the paragraph, and goes on to the next chapter', async () => {
  const voices = fakeVoices([voiceOf('de-DE', 'Anna'), voiceOf('en-GB', 'Daniel')]);
  const onNext = vi.fn();
  await open(onNext);
  await expect.poll(voices.texts).toEqual(['It was late.']);
  expect(marked()).toBe('1');
  voices.end();
  voices.end();
  expect(voices.texts()).toEqual(['It was late.', 'The lamp was lit.', 'Nobody came.']);
  expect(marked()).toBe('3');

  voices.end();
  expect(onNext).toHaveBeenCalledOnce();
  expect(marked()).toBeUndefined();
});

test('says so at the end of the story', async () => {
  const voices = fakeVoices([voiceOf('en-GB', 'Daniel')]);
  const onClose = await open();
  await expect.poll(voices.texts).toHaveLength(1);
  for (let sentence = 0; sentence < 3; sentence++) voices.end();
  await expect.element(page.getByRole('status')).toHaveTextContent('The story is read to its end.');
  await page.getByRole('button', { name: 'Stop reading aloud' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('says when there is no voice, or none for the language', async () => {
  fakeVoices([]);
  await open();
  await expect.element(page.getByText(/This browser has no voices/)).toBeVisible();
  fakeVoices([voiceOf('de-DE', 'Anna')]);
  await open();
  await expect.element(page.getByText(/This browser has no voice for the story’s language/)).toBeVisible();
});
