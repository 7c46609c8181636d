import { deviceSettings } from '../../lib/device-settings.ts';

/** Words and seconds of recent reading on this device. */
export interface Pace {
  words: number;
  seconds: number;
}

/** Words per minute of a reader whose pace is not known. */
const usualPace = 200;
/** The pace is known after so many seconds and words; older reading then counts less and less. */
const enough = { seconds: 180, words: 600 };
const remembered = 1800;
/** Faster is skimming, slower is a pause; words per minute. */
const plausible = { min: 60, max: 900 };

/** The pace with what was read in the last `seconds`; an implausible speed changes nothing. */
export function withReading(pace: Pace, words: number, seconds: number): Pace {
  const speed = (words * 60) / seconds;
  if (!(speed >= plausible.min && speed <= plausible.max)) return pace;
  const fade = Math.min(1, remembered / (pace.seconds + seconds));
  return { words: (pace.words + words) * fade, seconds: (pace.seconds + seconds) * fade };
}

/** Whether enough was read on this device. */
export const isKnown = ({ words, seconds }: Pace): boolean =>
  words >= enough.words && seconds >= enough.seconds;

/** Words per minute: on this device, else those of the account's reading sessions if there are any. */
export function wordsPerMinute(pace: Pace, ofAccount: number | null = null): number {
  if (isKnown(pace)) return (pace.words * 60) / pace.seconds;
  return ofAccount === null ? usualPace : Math.min(plausible.max, Math.max(plausible.min, ofAccount));
}

const positive = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

export const readingPace = deviceSettings<Pace>(
  'reading-pace',
  { words: 0, seconds: 0 },
  ({ words, seconds }) => ({ words: positive(words), seconds: positive(seconds) }),
);
