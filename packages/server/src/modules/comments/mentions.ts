import { commentLimits, usernameLimits } from '@inkling/contract/limits';
import { usernameKey } from '../users/index.ts';

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
export function namesIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, written = ''] of text.matchAll(mention)) {
    const name = written.replace(/[.-]+$/, '');
    if (name.length >= min) names.add(name);
    if (names.size === commentLimits.mentions) break;
  }
  return [...names];
}

/** The names in a text that are people; `people` has the keys of usernames. */
export const mentionsIn = (text: string, people: ReadonlySet<string>): string[] =>
  people.size === 0 ? [] : namesIn(text).filter((name) => people.has(usernameKey(name)));
