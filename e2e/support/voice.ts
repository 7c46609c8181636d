import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** What the fake voice is speaking, if anything, and all that it was told to speak. */
    voice: { speaking: SpeechSynthesisUtterance | null; texts: string[] };
  }
}

function install(): void {
  const state: Window['voice'] = { speaking: null, texts: [] };
  const voice = { lang: 'en', name: 'Ada', voiceURI: 'Ada', default: true, localService: true };
  window.voice = state;
  window.SpeechSynthesisUtterance = class {
    text: string;
    constructor(text: string) {
      this.text = text;
    }
  } as unknown as typeof SpeechSynthesisUtterance;
  Object.assign(speechSynthesis, {
    getVoices: () => [voice],
    speak(utterance: SpeechSynthesisUtterance) {
      state.speaking = utterance;
      state.texts.push(utterance.text.trim());
    },
    cancel() {
      state.speaking = null;
    },
  });
}

/** Gives the pages a voice for English, as headless Chromium has none. It ends a sentence only when it is told to. */
export async function addVoice(page: Page) {
  await page.addInitScript(install);
  return {
    /** The sentence that is being spoken, if any. */
    speaking: () => page.evaluate(() => window.voice.speaking?.text.trim()),
    /** All sentences that were spoken since the page was loaded. */
    texts: () => page.evaluate(() => window.voice.texts),
    /** Ends the sentence that is being spoken, or as many as it takes until `last` is. */
    endSentence: (last?: string) =>
      page.evaluate((wanted) => {
        do {
          const { speaking } = window.voice;
          window.voice.speaking = null;
          speaking?.onend?.({} as SpeechSynthesisEvent);
        } while (wanted !== undefined && window.voice.speaking && window.voice.texts.at(-1) !== wanted);
      }, last),
  };
}
