import { randomInt, randomUUID } from 'node:crypto';
import type { SharedPassage } from '../modules/sharing/index.ts';
import { escapeHtml } from '../platform/http/html.ts';
import { passagePath, type SharedContent } from './page-routes.ts';

const standIn = (): number => randomInt(1_000_000_000, 1_500_000_000);

/**
 * What stands for the values of one passage in the page that all passages of a story share. It is random, so that no text
 * of the page has it; of numbers there are only digits, which are the same in addresses, markup and scripts.
 */
const standIns = {
  chapterId: randomUUID(),
  passage: {
    version: standIn(),
    paragraph: standIn(),
    from: standIn(),
    to: 2_000_000_000 + randomInt(100_000_000),
  },
  chapter: randomUUID(),
  quote: randomUUID(),
};

/** The address of the page that the story's passages share. */
export const sharedPath = (storyId: string): string =>
  passagePath(storyId, standIns.chapterId, standIns.passage);

/** What the shared page shows: the same parts as the passage, so a story has at most three such pages. */
export const sharedParts = ({ chapter, quote }: SharedPassage): SharedPassage => ({
  chapter: chapter && standIns.chapter,
  quote: quote && standIns.quote,
});

const insideJson = (text: string): string => JSON.stringify(text).slice(1, -1);
/** As React Router writes the page's data: JSON in a string of a script. */
const escapeForData = (text: string): string =>
  insideJson(insideJson(text)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const script = /(<script\b[^>]*>[\s\S]*?<\/script>)/;

/** The shared page with the values of one passage. */
export function withPassageValues(
  html: string,
  { chapterId, passage }: Omit<SharedContent, 'storyId'>,
  { chapter, quote }: SharedPassage,
): string {
  const numbers = (['version', 'paragraph', 'from', 'to'] as const).map(
    (name) => [String(standIns.passage[name]), String(passage[name])] as const,
  );
  const values = new Map([
    [standIns.chapterId, chapterId],
    [standIns.chapter, chapter ?? ''],
    [standIns.quote, quote ?? ''],
    ...numbers,
  ]);
  const places = new RegExp([...values.keys()].join('|'), 'g');
  return html
    .split(script)
    .map((part, index) => {
      const escaped = index % 2 === 1 ? escapeForData : escapeHtml;
      return part.replace(places, (place) => escaped(values.get(place) ?? ''));
    })
    .join('');
}
