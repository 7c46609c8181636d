import { type Dialect, dialects } from '@inkling/contract/english-text';
import { deviceSettings } from '../../../lib/device-settings.ts';
import { inputKey, readInput, storeInput } from '../../../lib/stored-input.ts';

/** How this device's checker works, for all stories. */
interface CheckerSettings {
  /** Whether the author has started it, so that it need not be asked for again. */
  isOn: boolean;
  dialect: Dialect;
  /** Names of Harper's rules that are off. */
  rulesOff: string[];
}

const maxListed = 500;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 100;
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(isText).slice(-maxListed) : [];

const settings = deviceSettings<CheckerSettings>(
  'checker-settings',
  { isOn: false, dialect: 'american', rulesOff: [] },
  ({ isOn, dialect, rulesOff }) => ({
    isOn: isOn === true,
    dialect: dialects.find((known) => known === dialect) ?? 'american',
    rulesOff: textsOf(rulesOff),
  }),
);
export const checkerSettings = settings.read;
export const changeCheckerSettings = settings.change;
export const useCheckerSettings = settings.use;

/** What the author always ignores in a story, on this device: words, and `rule: text` of other issues. */
export const ignoredIn = (userId: string, storyId: string): string[] =>
  textsOf(readInput<{ ignored: unknown }>(inputKey(userId, `checker/${storyId}`))?.ignored);

/** Stores the newest 500. */
export const storeIgnored = (userId: string, storyId: string, ignored: readonly string[]): void =>
  storeInput(inputKey(userId, `checker/${storyId}`), { ignored: ignored.slice(-maxListed) });
