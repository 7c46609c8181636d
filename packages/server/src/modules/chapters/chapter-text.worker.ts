import { setPriority } from 'node:os';
import { move } from 'piscina';
import * as texts from './chapter-text.ts';
import type { DraftText } from './drafts.queries.ts';

// On Linux this sets the priority of this thread only, so that other requests go first.
if (process.platform === 'linux') setPriority(0, 10);

export { processText, wordsOf } from './chapter-text.ts';
/** The bytes are transferred instead of copied. */
export const textAsJson = (text: texts.StoredText) => move(texts.textAsJson(text));
export const draftAsJson = (draft: DraftText) => move(texts.draftAsJson(draft));
