import { useEffect, useMemo, useState } from 'react';
import { deviceSettings } from '../../lib/device-settings.ts';

/** Browsers list their voices asynchronously; if there are none after this time, there are none at all. */
const waitMs = 2500;

interface Chosen {
  /** The voice's address, which is unique. */
  voice: string;
  rate: number;
}

/** Stored on the device, because every device has other voices. */
export const readAloudSettings = deviceSettings<Chosen>(
  'read-aloud',
  { voice: '', rate: 1 },
  ({ voice, rate }) => ({
    voice: typeof voice === 'string' ? voice : '',
    rate: typeof rate === 'number' && rate >= 0.5 && rate <= 2 ? rate : 1,
  }),
);

const languageOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

const listVoices = (): SpeechSynthesisVoice[] =>
  'speechSynthesis' in window ? speechSynthesis.getVoices() : [];

export interface Voices {
  /** How many there are; null until the browser has listed them. */
  count: number | null;
  /** Those that speak the story's language. */
  own: SpeechSynthesisVoice[];
  /** The chosen voice, else the best for the language; null for the browser's own choice. */
  current: SpeechSynthesisVoice | null;
}

/** The voices of this browser. */
export function useVoices(language: string): Voices {
  const [found, setFound] = useState<SpeechSynthesisVoice[] | null>(null);
  const { voice } = readAloudSettings.use();
  useEffect(() => {
    const update = () => {
      const voices = listVoices();
      if (voices.length > 0) setFound(voices);
    };
    update();
    const timer = setTimeout(() => setFound(listVoices()), waitMs);
    if (!('speechSynthesis' in window)) return () => clearTimeout(timer);
    speechSynthesis.addEventListener('voiceschanged', update);
    return () => {
      clearTimeout(timer);
      speechSynthesis.removeEventListener('voiceschanged', update);
    };
  }, []);
  return useMemo(() => {
    const own = found?.filter(({ lang }) => languageOf(lang) === languageOf(language)) ?? [];
    const current =
      own.find(({ voiceURI }) => voiceURI === voice) ?? own.find((one) => one.default) ?? own[0];
    return { count: found?.length ?? null, own, current: current ?? null };
  }, [found, voice, language]);
}
