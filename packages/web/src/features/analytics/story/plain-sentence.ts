import { smallestGroup } from '@inkling/contract/analytics';
import type { ChapterFigures, StoryFigures } from '@inkling/contract/story-analytics';
import { pluralize } from '../../../lib/format.ts';
import { percentText } from './percent-text.ts';

/** What the figures of a story say, in one sentence. It is only ever said of five readers or more. */
export function storySentence({ readers, finished, leaving, waiting }: StoryFigures): string {
  if (readers === 0) return 'No one with an account has opened a chapter yet.';
  if (readers < smallestGroup)
    return 'Fewer than five people have read this story, so you only see totals for now.';
  if (leaving !== null)
    return `Most readers who leave do so in ${leaving.number === null ? leaving.title : `chapter ${leaving.number}`}.`;
  if (2 * (waiting ?? 0) > readers) return 'Most of your readers are waiting for the next chapter.';
  return `${pluralize(readers, 'person has', 'people have')} read this story, and ${finished.toLocaleString('en')} finished it.`;
}

const tenths = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'last'];

/** What the figures of a chapter say, in one sentence. */
export function chapterSentence({ readers, finished, stops }: ChapterFigures): string {
  if (readers === 0) return 'No one with an account has opened this chapter yet.';
  if (readers < smallestGroup)
    return 'Fewer than five people have read this chapter, so you only see totals for now.';
  const stopped = stops?.reduce((sum, share) => sum + share, 0) ?? 0;
  const most = stops?.findIndex((share) => 2 * share > stopped) ?? -1;
  const [tenth] = tenths.slice(most);
  if (stopped * readers >= smallestGroup && most >= 0)
    return `Most readers who stop in this chapter do so in its ${tenth} tenth.`;
  return `${percentText(finished / readers)} of ${pluralize(readers, 'reader')} finished this chapter.`;
}
