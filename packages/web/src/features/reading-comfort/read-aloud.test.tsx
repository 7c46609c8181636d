import { type Ref, useRef, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getQueryClient } from '../../lib/query.ts';
import { idOf } from '../../testing/fixtures.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { chapterQuery } from '../chapters/chapters.api.ts';
import { ReadAloud } from './read-aloud.tsx';
import { readAloudSettings } from './use-voices.ts';
import '../../styles/reading-comfort.css';

resetBetweenTests();
beforeEach(() => readAloudSettings.change({ voice: '', rate: 1 }));
afterEach(() => vi.unstubAllGlobals());

const chapterId = idOf(700);
const voiceOf = (lang: string, name: string) =>
  ({ lang, name, voiceURI: name, default: false, localService: true }) as SpeechSynthesisVoice;

/** The browser's voices, as one that speaks nothing; `end` ends the sentence that is being spoken. */
function fakeVoices(voices: SpeechSynthesisVoice[]) {
  const spoken: { text: string; onend?: () => void }[] = [];
  const cancel = vi.fn();
  const synthesizer = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    speak: (utterance: { text: string }) => void spoken.push(utterance),
    cancel,
  });
  vi.stubGlobal('speechSynthesis', synthesizer);
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      constructor(readonly text: string) {}
    },
  );
  return {
    texts: () => spoken.map(({ text }) => text.trim()),
    end: () => spoken.at(-1)?.onend?.(),
    last: () => spoken.at(-1),
    cancel,
  };
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

test('pauses, goes on with the interrupted sentence, and repeats it with another voice or speed', async () => {
  const voices = fakeVoices([voiceOf('en-GB', 'Daniel'), voiceOf('de-DE', 'Anna'), voiceOf('en-US', 'Fay')]);
  await open();
  await expect.poll(voices.texts).toEqual(['It was late.']);
  voices.end();
  await page.getByRole('button', { name: 'Pause reading aloud' }).click();
  expect(voices.cancel).toHaveBeenCalled();
  // What the browser reports of a sentence that was interrupted changes nothing.
  voices.end();
  expect(voices.texts()).toEqual(['It was late.', 'The lamp was lit.']);
  expect(marked()).toBe('1');
  await page.getByRole('button', { name: 'Resume reading aloud' }).click();
  expect(voices.texts().slice(2)).toEqual(['The lamp was lit.']);
  const voice = page.getByRole('combobox', { name: 'Voice' });
  await expect.element(voice).toHaveValue('Daniel');
  // Only those of the story's language are offered.
  expect([...voice.element().querySelectorAll('option')].map(({ text }) => text)).toEqual(['Daniel', 'Fay']);
  await voice.selectOptions('Fay');
  await expect.poll(() => voices.texts().slice(3)).toEqual(['The lamp was lit.']);
  await page.getByRole('combobox', { name: 'Speed' }).selectOptions('1.5');
  await expect.poll(() => voices.texts().slice(4)).toEqual(['The lamp was lit.']);
  expect(voices.last()).toMatchObject({ voice: { name: 'Fay' }, rate: 1.5, lang: 'en-US' });
  expect(readAloudSettings.read()).toEqual({ voice: 'Fay', rate: 1.5 });
});

test('says so at the end of the story', async () => {
  const voices = fakeVoices([voiceOf('en-GB', 'Daniel')]);
  const onClose = await open();
  await expect.poll(voices.texts).toHaveLength(1);
  for (let sentence = 0; sentence < 3; sentence++) voices.end();
  await expect.element(page.getByRole('status')).toHaveTextContent('You’ve reached the end of the story.');
  await page.getByRole('button', { name: 'Stop reading aloud' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

function PageWithButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Start
      </button>
      {open && <Page onClose={() => setOpen(false)} />}
    </>
  );
}

test('has the focus when it opens, and returns it when it closes', async () => {
  fakeVoices([]);
  await renderPage(<PageWithButton />);
  const start = page.getByRole('button', { name: 'Start' });
  await start.click();
  await expect.element(page.getByRole('region', { name: 'Read aloud' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(start).toHaveFocus();
});

test('says when there is no voice, or none for the language', async () => {
  fakeVoices([]);
  await open();
  await expect.element(page.getByText(/This browser has no voices/)).toBeVisible();
  fakeVoices([voiceOf('de-DE', 'Anna')]);
  await open();
  await expect.element(page.getByText(/This browser has no voice for the story’s language/)).toBeVisible();
});
