import { z } from 'zod';
import { defineCall } from './call.ts';
import { audience, contentWarning, contentWarningList, tagList } from './labels.ts';
import { storyLimits } from './limits.ts';
import {
  dataResponse,
  emptyResponse,
  listResponse,
  pageQuery,
  positionedListResponse,
  positionedPageQuery,
  topResponse,
} from './page.ts';
import { coverStyles } from './store.ts';
import { genreValues, storyFilters, storyStatus } from './story-filter-schemas.ts';
import { chosenId, id, isoDate, line, prose } from './text.ts';
import { imageUpload } from './uploads.ts';
import { author } from './users.ts';

export type StoryStatus = z.output<typeof storyStatus>;

/**
 * A story in lists and on pages. Counts cover only published chapters, except for the author (docs/product/stories.md#fields).
 * `averageRating`, in stars with two decimals, is null without ratings; `avgReadingTime` is in minutes.
 */
export const story = z.object({
  _id: id,
  title: z.string(),
  description: z.string(),
  summary: z.string(),
  coverImage: z.string().nullable(),
  /** How its cover is drawn without an image; left out for the usual way. */
  coverStyle: z.enum(coverStyles).optional(),
  language: z.string(),
  author,
  genres: z.array(z.object({ _id: id, name: z.string() })),
  tags: z.array(z.string()),
  contentWarnings: z.array(contentWarning),
  audience,
  status: storyStatus,
  effectiveStatus: storyStatus,
  isPublished: z.boolean(),
  isAIGenerated: z.boolean(),
  /** Left out unless readers may download the story as an EPUB. */
  allowsEbook: z.literal(true).optional(),
  isOnHiatus: z.boolean(),
  /** Left out unless the story is on hiatus: the day on which its author expects to continue, and what they say about it. */
  hiatusUntil: z.iso.date().nullable().optional(),
  hiatusNote: z.string().optional(),
  chapterCount: z.int(),
  viewCount: z.int(),
  likes: z.int(),
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  stats: z.object({
    averageRating: z.number().nullable(),
    ratingsCount: z.int(),
    views: z.int(),
    likes: z.int(),
    totalWordCount: z.int(),
    avgReadingTime: z.int(),
  }),
  createdAt: isoDate,
  updatedAt: isoDate,
  publishedAt: isoDate.nullable(),
  lastUpdated: isoDate.nullable(),
  /** When the next chapter is published, if that is scheduled. */
  nextChapterAt: isoDate.nullable(),
});
export type Story = z.output<typeof story>;

const title = line(storyLimits.title, 'Please enter a story title.');
const description = prose(storyLimits.description, 'Please enter a story description.');
const genres = z
  .array(id, 'Please select at least one genre.')
  .min(1, 'Please select at least one genre.')
  .max(storyLimits.genres, 'Please select no more than 5 genres.');
/** An https URL or an image on this server; null removes the cover. */
export const coverImage = z
  .string()
  .max(2000)
  .regex(
    /^(https:\/\/|\/files\/)/,
    'A cover must be an uploaded image or an address that begins with https://.',
  )
  .nullable();
const language = z
  .string()
  .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'The language must be a tag such as en, es or ar.')
  .max(35);

const tags = tagList(storyLimits.tags);
export const storyBody = z.object({
  title,
  description,
  genres,
  tags: tags.default([]),
  contentWarnings: contentWarningList.default([]),
  audience: audience.default('everyone'),
  coverImage: coverImage.optional(),
  language: language.default('en'),
  status: storyStatus.default('ongoing'),
  isAIGenerated: z.boolean().default(false),
  allowsEbook: z.boolean().default(false),
});
export type StoryBody = z.input<typeof storyBody>;

export const storyChanges = z.object({
  title: title.optional(),
  description: description.optional(),
  genres: genres.optional(),
  tags: tags.optional(),
  contentWarnings: contentWarningList.optional(),
  audience: audience.optional(),
  coverImage: coverImage.optional(),
  language: language.optional(),
  status: storyStatus.optional(),
  isAIGenerated: z.boolean().optional(),
  allowsEbook: z.boolean().optional(),
  isPublished: z.boolean().optional(),
  /** False also clears the two below. */
  isOnHiatus: z.boolean().optional(),
  hiatusUntil: z.iso.date('Please choose a date.').nullable().optional(),
  hiatusNote: line(storyLimits.hiatusNote).optional(),
});

export const createStory = defineCall('POST /stories', {
  summary: 'Create a story; it is a draft until it is published',
  access: 'user',
  errors: ['NOTHING_PUBLISHED', 'PLAN_LIMIT', 'QUOTA_REACHED', 'TAKEN_DOWN', 'VERIFY_EMAIL_FIRST'],
  limit: 'write',
  body: storyBody.extend({ _id: chosenId.optional() }),
  response: dataResponse(story),
  status: 201,
});

export const updateStory = defineCall('PUT /stories/{id}', {
  withdraws: true,
  summary: 'Change, publish or unpublish a story',
  access: 'owner',
  errors: ['NOTHING_PUBLISHED', 'QUOTA_REACHED', 'TAKEN_DOWN', 'VERIFY_EMAIL_FIRST'],
  limit: 'write',
  body: storyChanges,
  response: dataResponse(story),
});

/** A position that a chapter of a story can have. */
const position = z
  .int('Please enter the number of a chapter, such as 12.')
  .min(1, 'Please choose a number from 1 on.')
  .max(10_000, 'A story has at most 10,000 chapters.');

export const setExclusive = defineCall('PUT /stories/{id}/exclusive', {
  withdraws: true,
  summary: 'Mark the chapters of a story from a position on for readers with a plan; null marks none',
  access: 'owner',
  body: z.object({ fromChapter: position.nullable() }),
  response: dataResponse(z.object({ fromChapter: z.int().nullable() })),
});

export const uploadBookCover = defineCall('POST /upload/book-cover', {
  summary: 'Upload a cover; with a story id, set it as that story’s cover',
  access: 'user',
  errors: ['NOT_ALLOWED', 'NOT_FOUND', 'QUOTA_REACHED'],
  limit: 'upload',
  upload: imageUpload,
  body: z.object({ storyId: id.optional() }),
  response: topResponse({ imageUrl: z.string(), story: story.nullable() }),
  status: 201,
});

export const deleteStory = defineCall('DELETE /stories/{id}', {
  withdraws: true,
  summary: 'Delete a story with its chapters',
  access: 'owner',
  response: emptyResponse,
});

export const getStory = defineCall('GET /stories/{id}', {
  summary: 'Read a story: published, or the caller’s own',
  access: 'public',
  response: dataResponse(story),
});

export const getPublicStory = defineCall('GET /stories/public/{id}', {
  summary: 'Read a published story',
  access: 'public',
  response: dataResponse(story),
});

/** The sort orders of story lists; the first is the default. */
export const storySort = z.enum([
  '-lastUpdated',
  '-updatedAt',
  '-createdAt',
  '-publishedAt',
  '-stats.views',
  '-views',
  '-likes',
  'title',
  '-rating',
  '-trending',
  '-comments',
  '-words',
  '-chapters',
]);
export type StorySort = z.output<typeof storySort>;

export const listStories = defineCall('GET /stories', {
  summary: 'List published stories, filtered and sorted',
  access: 'public',
  query: positionedPageQuery(20).extend({
    ...storyFilters.shape,
    /** A former name of `genres`. */
    genre: genreValues,
    title: line(200).optional(),
    search: line(200).optional(),
    sort: storySort.optional(),
  }),
  response: positionedListResponse(story),
});

/** A language by its primary subtag, such as `en`. */
const storyLanguage = z.object({ language: z.string(), stories: z.int() });

export const listStoryLanguages = defineCall('GET /stories/languages', {
  summary: 'List the languages of published stories, most frequent first',
  access: 'public',
  response: dataResponse(z.array(storyLanguage)),
});

/** What all lists share that readers can filter further and sort in another order. */
const storyList = {
  access: 'public',
  query: positionedPageQuery(20).extend({ ...storyFilters.shape, sort: storySort.optional() }),
  response: positionedListResponse(story),
} as const;

export const listPublicStories = defineCall('GET /stories/public', {
  summary: 'List the stories that the landing page features',
  access: 'public',
  query: pageQuery(10),
  response: listResponse(story),
});
export const listRecentStories = defineCall('GET /stories/recent', {
  summary: 'List published stories by last update',
  access: 'public',
  query: positionedPageQuery(10).extend({ sort: storySort.optional() }),
  response: positionedListResponse(story),
});
export const listPopularStories = defineCall('GET /stories/popular', {
  summary: 'List published stories by views',
  ...storyList,
});
export const listNewReleases = defineCall('GET /stories/new-releases', {
  summary: 'List published stories by first publication',
  ...storyList,
});
export const listCompletedStories = defineCall('GET /stories/completed', {
  summary: 'List completed stories',
  ...storyList,
});
export const listShortStories = defineCall('GET /stories/short', {
  summary: 'List stories under 20,000 words',
  ...storyList,
});
export const listLongStories = defineCall('GET /stories/long', {
  summary: 'List stories of 80,000 words or more',
  ...storyList,
});
export const listTrending = defineCall('GET /stories/trending', {
  summary: 'List the stories with the most activity in the last seven days',
  ...storyList,
});
export const listFeatured = defineCall('GET /stories/featured', {
  summary: 'List the stories that admins have picked as featured',
  ...storyList,
});
export const listTopRated = defineCall('GET /stories/top-rated', {
  summary: 'List published stories by their rating',
  ...storyList,
});
export const listByComments = defineCall('GET /stories/most-commented', {
  summary: 'List published stories by their number of comments',
  ...storyList,
});
export const listEditorsPicks = defineCall('GET /stories/editors-picks', {
  summary: 'List the editor’s picks',
  ...storyList,
});
export const listStoriesOfGenre = defineCall('GET /stories/genre/{genre}', {
  summary: 'List published stories of a genre, by its name or id',
  access: 'public',
  params: { genre: z.string().min(1).max(60) },
  query: storyList.query,
  response: positionedListResponse(story),
});
export const listStoriesOfUser = defineCall('GET /stories/user/{id}', {
  summary: "List a person's published stories",
  access: 'public',
  query: positionedPageQuery(20),
  response: positionedListResponse(story),
});
/** Where a story has unsaved text on the server: its newest draft; `isNew`: of a chapter that was never created. */
const unsavedStory = z.object({ story: id, chapter: id, isNew: z.boolean(), updatedAt: isoDate });
export type UnsavedStory = z.output<typeof unsavedStory>;

/** Orders of an author's own stories; `-createdAt` is the newest first. */
export const ownStorySort = z.enum([
  '-createdAt',
  '-lastUpdated',
  'title',
  '-views',
  '-likes',
  '-comments',
  '-words',
]);
export type OwnStorySort = z.output<typeof ownStorySort>;

export const listMyStories = defineCall('GET /stories/my-stories', {
  summary: 'List my own stories, drafts included',
  access: 'user',
  query: pageQuery(10).extend({
    /** Also the status that readers see, of published stories and drafts. */
    status: z.enum(['all', 'published', 'draft', ...storyStatus.options]).default('all'),
    /** A part of the title. */
    title: line(storyLimits.title).optional(),
    sort: ownStorySort.default('-createdAt'),
  }),
  /** `comments` are those on the story and its published chapters. */
  response: listResponse(story.extend({ comments: z.int() })).extend({ unsaved: z.array(unsavedStory) }),
});

const likeResponse = topResponse({ liked: z.boolean(), likes: z.int() });

/** When the person chose this, if the device had no connection then: the latest choice counts. */
const choiceQuery = z.object({ chosenAt: isoDate.optional() });

export const likeStory = defineCall('POST /stories/{id}/like', {
  summary: 'Like a story',
  access: 'user',
  errors: ['NOT_ALLOWED', 'QUOTA_REACHED'],
  query: choiceQuery,
  response: likeResponse,
});
export const unlikeStory = defineCall('DELETE /stories/{id}/like', {
  summary: 'Unlike a story',
  access: 'user',
  query: choiceQuery,
  response: likeResponse,
});
export const toggleStoryLike = defineCall('PUT /stories/{id}/like', {
  summary: 'Like or unlike a story',
  access: 'user',
  errors: ['NOT_ALLOWED', 'QUOTA_REACHED'],
  response: likeResponse,
});

/** Where a view comes from: a part of the product, an outside site by its host, or a link by the name its author gave it. */
const viewSource = z
  .string()
  .max(80)
  .regex(
    /^(?:search|discover|story|profile|community|library|notifications|feed|mail|direct|site:[a-z0-9.-]{1,75}|link:[a-z0-9-]{1,40})$/,
    'This source of views is unknown.',
  );

/** `zone` is the browser's time zone. */
const view = z.object({
  chapterId: id.optional(),
  source: viewSource.optional(),
  zone: z.string().max(64, 'Please use the name of a time zone.').optional(),
});

export const viewStory = defineCall('POST /stories/{id}/view', {
  summary: 'Count a view of a story, or of one of its chapters: one per viewer and day',
  access: 'public',
  body: view,
  response: topResponse({ views: z.int() }),
});
