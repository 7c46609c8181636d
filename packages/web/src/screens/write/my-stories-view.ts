import { storyLimits } from '@inkling/contract/limits';
import type { OwnStorySort } from '@inkling/contract/stories';
import type { OwnStoriesView } from '../../features/stories/own-stories.api.ts';
import type { AddressFormat } from '../../lib/use-view-in-address.ts';

export const ownSorts: [OwnStorySort, string][] = [
  ['-createdAt', 'Newest'],
  ['-lastUpdated', 'Last updated'],
  ['title', 'Title'],
  ['-views', 'Most views'],
  ['-likes', 'Most likes'],
  ['-comments', 'Most comments'],
  ['-words', 'Most words'],
];
export const ownStatuses: [OwnStoriesView['status'], string][] = [
  ['all', 'All'],
  ['published', 'Published'],
  ['draft', 'Drafts'],
];

const everything: OwnStoriesView = { title: '', status: 'all', sort: '-createdAt', page: 1 };

/** Which of the author's stories are listed, as it is written in the address. */
export const myStoriesAddress: AddressFormat<OwnStoriesView> = {
  parse: (query) => {
    const parameters = new URLSearchParams(query);
    const chosen = <Value extends string>(options: [Value, string][], name: string): Value | undefined =>
      options.find(([value]) => value === parameters.get(name))?.[0];
    return {
      title: (parameters.get('title') ?? '').trim().slice(0, storyLimits.title),
      status: chosen(ownStatuses, 'show') ?? everything.status,
      sort: chosen(ownSorts, 'sort') ?? everything.sort,
      page: Math.max(1, Number(parameters.get('page')) || 1),
    };
  },
  format: ({ title, status, sort, page }) => {
    const parameters = new URLSearchParams({
      ...(title !== '' && { title }),
      ...(status !== everything.status && { show: status }),
      ...(sort !== everything.sort && { sort }),
      ...(page > 1 && { page: String(page) }),
    });
    return parameters.size === 0 ? '' : `?${parameters}`;
  },
  reset: () => everything,
  textOf: ({ title }) => title,
  withText: (view, text) => ({ ...view, title: text.trim().slice(0, storyLimits.title), page: 1 }),
};
