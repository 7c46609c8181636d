import { setPriority } from 'node:os';
import { move } from 'piscina';
import { textAsJson as asJson, type StoredText } from './chapter-text.ts';

// On Linux this is the priority of this thread alone: requests of others go first.
if (process.platform === 'linux') setPriority(0, 10);

export { processText } from './chapter-text.ts';
/** The bytes are handed over instead of copied. */
export const textAsJson = (text: StoredText) => move(asJson(text));
