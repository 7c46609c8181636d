import type { Feedback } from '@inkling/contract/assistant';
import { notesOf } from './feedback-notes.ts';
import { languageOf, measure } from './measure-text.ts';
import { paragraphsOf } from './text-structure.ts';

/** Measures a text and notes what may be worth a second look. The same text gives the same result; linear time. */
export function measureText({ text }: { text: string }): Pick<Feedback, 'measures' | 'notes'> {
  const paragraphs = paragraphsOf(text);
  const measures = measure(languageOf(text), paragraphs);
  return { measures, notes: notesOf(measures, paragraphs) };
}
