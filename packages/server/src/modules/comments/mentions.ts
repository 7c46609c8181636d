import { commentLimits, usernameLimits } from '@inkling/contract/limits';
import { withoutAddresses } from '@inkling/contract/mentions';
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
  for (const [, written = ''] of text.includes('@') ? withoutAddresses(text).matchAll(mention) : []) {
    const name = written.replace(/[.-]+$/, '');
    if (name.length >= min) names.add(name);
    if (names.size === commentLimits.mentions) break;
  }
  return [...names];
}

/** Looks up the names in these texts. Returns a function for those in one of them whom its writer can mention. */
export async function findMentions(
  db: Db,
  texts: { content: string | null; author: { id: string } | null }[],
): Promise<(text: string, writer: string | undefined) => string[]> {
  const keys = new Set(texts.flatMap(({ content }) => namesIn(content ?? '').map(usernameKey)));
  if (keys.size === 0) return () => [];
  const writers = new Set(texts.flatMap(({ author }) => author?.id ?? []));
  const people = await findPeople(db, [...keys], [...writers]);
  return (text, writer = '') =>
    namesIn(text).filter((name) => people.get(usernameKey(name))?.blocked.includes(writer) === false);
}

/** The ids of the people whom a text mentions. */
export async function mentionedPeople(db: Db, text: string, writer: string): Promise<string[]> {
  const keys = namesIn(text).map(usernameKey);
  if (keys.length === 0) return [];
  const people = await findPeople(db, keys, [writer]);
  return [...people.values()].flatMap(({ id, blocked }) => (blocked.includes(writer) ? [] : id));
}
