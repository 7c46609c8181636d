import { maxCandidates } from '@inkling/contract/library-files';
import { wordsKey } from '../../platform/text-key.ts';
import type { TitledStory } from './library-files.queries.ts';
import type { Reading } from './readings.ts';

export interface Match {
  /** The one story that the row certainly names. */
  found: TitledStory | null;
  /** Otherwise stories of its title, those by an author of its name first, then the most viewed. */
  candidates: TitledStory[];
}

const isBy = ({ author }: TitledStory, name: string): boolean => {
  const key = wordsKey(name);
  return [author.display_name, author.username].some((own) => wordsKey(own) === key);
};

/**
 * What a row names (docs/product/library-files.md#matching): a story is certain if it is the only one with this title
 * and author, or the only one with this title when no author is named. `titled` are the stories of each title.
 */
export function matchOf(readings: Reading[], titled: ReadonlyMap<string, TitledStory[]>): Match {
  const certain = new Map<string, TitledStory>();
  const possible = new Map<string, { story: TitledStory; isByAuthor: boolean }>();
  let isUncertain = false;
  for (const { title, author } of readings) {
    const stories = titled.get(title) ?? [];
    const named = author === '' ? stories : stories.filter((story) => isBy(story, author));
    for (const story of stories) {
      const isByAuthor = possible.get(story.id)?.isByAuthor || (author !== '' && named.includes(story));
      possible.set(story.id, { story, isByAuthor });
    }
    const [only, second] = named;
    if (second !== undefined) isUncertain = true;
    else if (only !== undefined) certain.set(only.id, only);
  }
  const [found, other] = [...certain.values()];
  if (found !== undefined && other === undefined && !isUncertain) return { found, candidates: [] };
  const candidates = [...possible.values()]
    .sort((a, b) => Number(b.isByAuthor) - Number(a.isByAuthor) || b.story.views - a.story.views)
    .slice(0, maxCandidates)
    .map(({ story }) => story);
  return { found: null, candidates };
}
