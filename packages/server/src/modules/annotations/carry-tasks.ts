import { placesOf } from '../../platform/texts.ts';
import { flatten, type NumberedText } from './alignment.ts';
import { type CarriedPassage, carrier, type PassageToCarry } from './carry-over.ts';
import { type Passage, passageIn } from './passages.ts';

/** A version's text; the ids of its paragraphs as PostgreSQL writes an array. */
export interface StoredText {
  content: string;
  paragraph_ids: string;
}

export interface CarryTask {
  old: StoredText;
  next: StoredText;
  passages: PassageToCarry[];
}

const numbered = ({ content, paragraph_ids }: StoredText): NumberedText => {
  const ids: unknown = JSON.parse(`[${paragraph_ids.slice(1, -1)}]`);
  return { content, ids: Array.isArray(ids) ? ids.map(Number) : [] };
};

/** Finds passages of one version in a later one, in their order; null for those that are no longer there. */
export function carryAll({ old, next, passages }: CarryTask): (CarriedPassage | null)[] {
  const carry = carrier(numbered(old), numbered(next));
  return passages.map(carry);
}

export interface FindTextTask {
  content: string;
  text: string;
}

/** The passage of a content that reads like `text`; null if there is none, or more than one. */
export function findText({ content, text }: FindTextTask): Passage | null {
  const { flat, shown, shownAt } = flatten({ content, ids: [] });
  const wanted = text.trim().replace(/\s+/g, ' ');
  if (wanted === '') return null;
  const [from, second] = placesOf(wanted, flat);
  if (from === undefined || second !== undefined) return null;
  return passageIn(shown, shownAt[from] ?? 0, (shownAt[from + wanted.length - 1] ?? 0) + 1);
}
