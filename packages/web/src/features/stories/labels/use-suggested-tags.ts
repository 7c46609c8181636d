import { tagKey } from '@inkling/contract/story-labels';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSettled } from '../../../lib/use-settled.ts';
import { tagsQuery } from './labels.api.ts';

const waitMs = 200;

/** Tags in use that begin with what has been typed, without those chosen already. */
export function useSuggestedTags(typed: string, chosen: string[]): { name: string; stories: number }[] {
  const wanted = typed.replace(/^[\s#]+/, '').trim();
  const begin = useSettled(wanted, waitMs);
  const { data } = useQuery({
    ...tagsQuery(begin),
    enabled: begin !== '',
    placeholderData: keepPreviousData,
  });
  if (wanted === '' || data === undefined) return [];
  const keys = new Set(chosen.map(tagKey));
  // Tags found for a shorter text still apply if they begin with the current one.
  return data.data.filter(({ name }) => tagKey(name).startsWith(tagKey(wanted)) && !keys.has(tagKey(name)));
}
