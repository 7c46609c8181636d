import { z } from 'zod';
import { defineCall } from './call.ts';
import { searchLimits } from './limits.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery } from './page.ts';
import { story } from './stories.ts';
import { storyFilters } from './story-filter-schemas.ts';
import { id, line } from './text.ts';
import { author, personCard } from './users.ts';

export const searchType = z.enum(['all', 'stories', 'users', 'chapters', 'communities']);
export type SearchType = z.output<typeof searchType>;

/** The sort orders of results; the first is the default. Results without a rating, or dates, keep their relevance. */
export const searchSort = z.enum([
  'relevance',
  'newest',
  'oldest',
  'popular',
  'rating',
  'trending',
  'words',
  'chapters',
]);
export type SearchSort = z.output<typeof searchSort>;

/**
 * A text with the matched parts marked: `matches` holds start and end of each, in UTF-16 units, in order and without
 * overlaps (docs/product/search.md#matches).
 */
const markedText = z.object({ text: z.string(), matches: z.array(z.tuple([z.int(), z.int()])) });
export type MarkedText = z.output<typeof markedText>;

/** The matches in a title. */
const titleMarks = markedText.shape.matches;

/**
 * A story that was found, and the matches in its title and in the part of its description that matches best. `missing`: words
 * of the query that it does not have, if no story has all of them.
 */
export const foundStory = story.extend({
  marks: z.object({ title: titleMarks, description: markedText, missing: z.array(z.string()) }),
});
export type FoundStory = z.output<typeof foundStory>;

/**
 * A chapter that was found, with the matches in its title. `isAhead`: the viewer has not reached the chapter, so
 * `excerpt` is null unless a reader asks for all with `anyway`; visitors get none (docs/product/search.md#excerpts).
 */
export const foundChapter = z.object({
  _id: id,
  title: z.string(),
  marks: z.object({ title: titleMarks }),
  chapterNumber: z.int(),
  story: z.object({ _id: id, title: z.string(), language: z.string() }),
  author: z.object({ username: z.string(), displayName: z.string() }),
  stats: z.object({ views: z.int() }),
  excerpt: markedText.nullable(),
  isAhead: z.boolean(),
});
export type FoundChapter = z.output<typeof foundChapter>;

/** `following`: whether the viewer follows them, as in `isFollowing`. */
export const foundPerson = personCard.extend({ following: z.boolean() });
export type FoundPerson = z.output<typeof foundPerson>;

/** A community that was found by its name or description. `avatar` is its cover. */
export const foundCommunity = z.object({
  _id: id,
  name: z.string(),
  avatar: z.string().nullable(),
  membersCount: z.int(),
  description: z.string(),
});
export type FoundCommunity = z.output<typeof foundCommunity>;

const term = line(searchLimits.term, 'Please enter a search term.');
const searchQuery = pageQuery(20).extend({ q: term, sortBy: searchSort.default('relevance') });
/** Genre ids or names, separated by commas. */
const genre = z.string().max(500).optional();
const storySearchQuery = searchQuery.extend({ genre, ...storyFilters.shape });
/** Whether excerpts are wanted of chapters that the reader has not reached, too. */
const anyway = z.enum(['true', 'false']).default('false');

/** How many results of each type there are, at most `searchLimits.counted`. */
const counts = z.object({ stories: z.int(), users: z.int(), chapters: z.int(), communities: z.int() });

export const search = defineCall('GET /search', {
  summary: 'Search everything, or one type; other types are empty, but counted',
  access: 'public',
  query: storySearchQuery.extend({ type: searchType.default('all'), anyway }),
  limit: 'search',
  response: dataResponse(
    z.object({
      stories: z.array(foundStory),
      users: z.array(foundPerson),
      chapters: z.array(foundChapter),
      communities: z.array(foundCommunity),
    }),
    // `corrected`: the query that was searched instead, if nothing matched the query as typed.
  ).extend({ counts, corrected: z.string().nullable() }),
});

export const searchStories = defineCall('GET /search/stories', {
  summary: 'Search stories',
  access: 'public',
  query: storySearchQuery,
  limit: 'search',
  response: listResponse(foundStory),
});

export const searchUsers = defineCall('GET /search/users', {
  summary: 'Search people',
  access: 'public',
  query: searchQuery,
  limit: 'search',
  response: listResponse(foundPerson),
});

export const searchChapters = defineCall('GET /search/chapters', {
  summary: 'Search the text of published chapters',
  access: 'public',
  query: storySearchQuery.extend({ anyway }),
  limit: 'search',
  response: listResponse(foundChapter),
});

export const searchCommunities = defineCall('GET /search/communities', {
  summary: 'Search communities',
  access: 'public',
  query: searchQuery,
  limit: 'search',
  response: listResponse(foundCommunity),
});

/**
 * A chapter of a story in whose text the words were found. `excerpts`: those of its paragraphs that have them, the first
 * `searchLimits.excerpts`; none of a chapter that the reader has not reached (`isAhead`), unless asked for with `anyway`.
 */
export const foundInStory = z.object({
  _id: id,
  title: z.string(),
  chapterNumber: z.int(),
  isAhead: z.boolean(),
  excerpts: z.array(markedText),
});
export type FoundInStory = z.output<typeof foundInStory>;

export const searchInStory = defineCall('GET /stories/{id}/search', {
  summary: 'Search the text of a story, chapter by chapter in order',
  access: 'user',
  params: { id },
  query: z.object({
    q: term,
    anyway,
    /** Chapters after this number, to go on. */
    after: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  limit: 'search',
  // `next`: what `after` has to be for more; null if that is all.
  response: dataResponse(z.array(foundInStory)).extend({ next: z.int().nullable() }),
});

/** A quick result: what it leads to and its name. */
const suggestion = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('story'),
    _id: id,
    title: z.string(),
    language: z.string(),
    coverImage: z.string().nullable(),
    coverStyle: story.shape.coverStyle,
    author: z.string(),
  }),
  z.object({ type: z.literal('user'), ...author.shape }),
  z.object({
    type: z.literal('chapter'),
    _id: id,
    title: z.string(),
    story: z.object({ _id: id, title: z.string(), language: z.string() }),
  }),
  z.object({ type: z.literal('community'), _id: id, name: z.string() }),
]);
export type Suggestion = z.output<typeof suggestion>;

export const searchSuggestions = defineCall('GET /search/suggestions', {
  summary:
    'Quick results for what has been typed so far: 3 stories, 3 people, 2 chapters by title, 2 communities',
  access: 'public',
  query: z.object({ q: term }),
  limit: 'search',
  /** `total`: how many stories and people match, at most `searchLimits.counted`. */
  response: dataResponse(z.array(suggestion)).extend({ total: z.int() }),
});

export const trendingSearches = defineCall('GET /search/trending', {
  summary: 'List trending search terms, most frequent first, then default terms',
  access: 'public',
  // `trending`: how many of the terms, from the first, people have searched for.
  response: dataResponse(z.array(z.string())).extend({ trending: z.int() }),
});

const history = dataResponse(z.array(z.string()));

export const searchHistory = defineCall('GET /search/history', {
  summary: 'List my last 10 searches, newest first',
  access: 'user',
  response: history,
});

export const addToSearchHistory = defineCall('POST /search/history', {
  summary: 'Add a search to my history, or move it to the top',
  access: 'user',
  body: z.object({ searchTerm: term }),
  response: history,
});

export const removeFromSearchHistory = defineCall('DELETE /search/history/{term}', {
  summary: 'Remove a search from my history',
  access: 'user',
  params: { term: z.string().min(1).max(searchLimits.term) },
  response: history,
});

export const clearSearchHistory = defineCall('DELETE /search/history', {
  summary: 'Clear my search history',
  access: 'user',
  response: emptyResponse,
});
