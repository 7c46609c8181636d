import { tagLimits } from '@inkling/contract/limits';
import { tagKey } from '@inkling/contract/story-labels';

interface Added {
  tags: string[];
  /** What could not be added. */
  rest: string;
  /** Why. */
  problem: string | undefined;
}

/** As the server stores it: without a leading #, with single spaces. */
const tidy = (raw: string): string =>
  raw
    .replace(/^[\s#]+/, '')
    .replace(/\s+/g, ' ')
    .trim();

function problemOf(tag: string, count: number, max: number): string | undefined {
  if (tag.includes('#')) return 'A tag can’t contain #. Use a comma between tags.';
  if ([...tag].length > tagLimits.name) return `Please use at most ${tagLimits.name} characters for a tag.`;
  if (count >= max) return `You can add up to ${max} tags. Remove one to add another.`;
  return undefined;
}

/** Adds the tags in a text, which commas separate, to those chosen. Duplicates are left out. */
export function withTags(chosen: string[], text: string, max: number): Added {
  const tags = [...chosen];
  const keys = new Set(chosen.map(tagKey));
  const refused: string[] = [];
  let problem: string | undefined;
  for (const tag of text.split(/[,，、]/).map(tidy)) {
    if (tag === '' || keys.has(tagKey(tag))) continue;
    const why = problemOf(tag, tags.length, max);
    if (why === undefined) {
      tags.push(tag);
      keys.add(tagKey(tag));
    } else {
      refused.push(tag);
      problem ??= why;
    }
  }
  return { tags, rest: refused.join(' '), problem };
}
