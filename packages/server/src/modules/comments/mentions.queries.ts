import { commentLimits, usernameLimits } from '@inkling/contract/limits';
import { withoutAddresses } from '@inkling/contract/mentions';
import { allRows, type Db, sql } from '../../platform/db/db.ts';
import { blockedAmong, usernameKey } from '../users/index.ts';

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

/** A person whom a text may mention, and which of its writers can't, because of a block. */
interface Mentionable {
  id: string;
  key: string;
  blocked: string[];
}

/** The people whom others see with these keys of present or former usernames, by key; `writers` are the people who wrote the names. */
export const findPeople = async (
  db: Db,
  keys: string[],
  writers: string[],
): Promise<Map<string, Mentionable>> => {
  const rows = await allRows<Mentionable>(db)`
    select u.id, n.name as key, ${blockedAmong(sql`u.id`, writers)} as blocked
    from usernames n join users u on u.id = n.user_id
    where n.name = any(${keys}::text[]) and not n.is_skeleton and u.deletion_due_at is null and u.suspended_at is null`;
  return new Map(rows.map((row) => [row.key, row]));
};

const canMention = ({ id, blocked }: Mentionable, writer: string, mentioned: readonly string[]): boolean =>
  mentioned.includes(id) && !blocked.includes(writer);

/** The ids of the people whom a text mentions, as it is stored with the text. */
export const mentionedIn = (text: string) => sql<string[]>`
  array(select n.user_id from usernames n where n.name = any(${namesIn(text).map(usernameKey)}::text[]) and not n.is_skeleton)`;

/**
 * Looks up the names in these texts. Returns a function for those in one of them whom its writer can mention. A name means
 * the person who had it when the text was written, whose id is stored (`mentionedIn`): who takes it later does not get the
 * mentions.
 */
export async function findMentions(
  db: Db,
  texts: { content: string | null; author: { id: string } | null }[],
): Promise<(text: string, writer: string | undefined, mentioned: readonly string[]) => string[]> {
  const keys = new Set(texts.flatMap(({ content }) => namesIn(content ?? '').map(usernameKey)));
  if (keys.size === 0) return () => [];
  const writers = new Set(texts.flatMap(({ author }) => author?.id ?? []));
  const people = await findPeople(db, [...keys], [...writers]);
  return (text, writer = '', mentioned) =>
    namesIn(text).filter((name) => {
      const person = people.get(usernameKey(name));
      return person !== undefined && canMention(person, writer, mentioned);
    });
}

/** The ids of the people whom a text mentions, which may be read long after it was written. */
export async function mentionedPeople(
  db: Db,
  { content, mentioned }: { content: string; mentioned: string[] },
  writer: string,
): Promise<string[]> {
  if (mentioned.length === 0) return [];
  const keys = namesIn(content).map(usernameKey);
  const people = [...(await findPeople(db, keys, [writer])).values()];
  return people.filter((person) => canMention(person, writer, mentioned)).map(({ id }) => id);
}
