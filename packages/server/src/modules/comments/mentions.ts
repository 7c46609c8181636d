import { commentLimits, usernameLimits } from '@inkling/contract/limits';
import type { Db } from '../../platform/db/db.ts';
import { usernameKey } from '../users/index.ts';
import { findPeople } from './comment-lists.queries.ts';

const { min, max } = usernameLimits;
// Not inside a word, so that an email address mentions no one.
const mention = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{Nd}_.@-])@([\\p{L}\\p{M}\\p{Nd}_.-]{${min},${max}})(?![\\p{L}\\p{M}\\p{Nd}_@-])`,
  'gu',
);

/**
 * The names after '@' in a text, as written, at most `commentLimits.mentions`: each may be a username. Dots and hyphens
 * at the end belong to the sentence.
 */
function namesIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, written = ''] of text.includes('@') ? text.matchAll(mention) : []) {
    const name = written.replace(/[.-]+$/, '');
    if (name.length >= min) names.add(name);
    if (names.size === commentLimits.mentions) break;
  }
  return [...names];
}

/** Looks up the names in these texts. Returns a function for those in one of them that are people. */
export async function findMentions(
  db: Db,
  texts: { content: string | null }[],
): Promise<(text: string) => string[]> {
  const keys = new Set(texts.flatMap(({ content }) => namesIn(content ?? '').map(usernameKey)));
  if (keys.size === 0) return () => [];
  const people = await findPeople(db, [...keys]);
  return (text) => namesIn(text).filter((name) => people.has(usernameKey(name)));
}

/** The ids of the people whom a text mentions. */
export async function mentionedPeople(db: Db, text: string): Promise<string[]> {
  const keys = namesIn(text).map(usernameKey);
  return keys.length === 0 ? [] : [...(await findPeople(db, keys)).values()];
}
