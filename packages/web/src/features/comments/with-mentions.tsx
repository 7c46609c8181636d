import { withoutAddresses } from '@inkling/contract/mentions';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** A part of a text: plain, or a mention of a person by their username. */
type TextPart = { text: string; username?: string };

const mention = /@([\p{L}\p{N}_.-]+)/gu;
// Inside words and addresses, such as 'ada@example.com'. Safari before 16.4 can't parse a lookbehind.
const isInWord = (text: string, at: number): boolean =>
  /[\p{L}\p{N}_.@-]$/u.test(text.slice(Math.max(0, at - 2), at));

/**
 * The longest beginning of `name` that is one of the usernames: a username may have dots and hyphens, which may also
 * follow it in a sentence.
 */
function longestOf(name: string, usernames: Map<string, string>): [written: string, username: string] | null {
  for (let length = name.length; length > 0; length -= 1) {
    const written = name.slice(0, length);
    const username = usernames.get(written.toLowerCase());
    if (username !== undefined) return [written, username];
    // Shorten only by what may be punctuation.
    if (!/[.-]$/.test(written)) return null;
  }
  return null;
}

/** Splits a comment at mentions of these people; other names with '@' stay text. The parts together are the text. */
export function splitMentions(text: string, mentions: readonly string[]): TextPart[] {
  const usernames = new Map(mentions.map((username) => [username.toLowerCase(), username]));
  const parts: TextPart[] = [];
  let at = 0;
  for (const { index, 1: name = '' } of withoutAddresses(text).matchAll(mention)) {
    const found = isInWord(text, index) ? null : longestOf(name, usernames);
    if (found === null) continue;
    const [written, username] = found;
    if (index > at) parts.push({ text: text.slice(at, index) });
    at = index + 1 + written.length;
    parts.push({ text: `@${written}`, username });
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** A text with links to the people whom it mentions; `mentions` has the usernames of those who are people. */
export const WithMentions = ({ text, mentions }: { text: string; mentions: readonly string[] }) =>
  splitMentions(text, mentions).map(({ text: part, username }, index) =>
    username === undefined ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <Link key={index} to={paths.person(username)} className="link">
        {part}
      </Link>
    ),
  );
