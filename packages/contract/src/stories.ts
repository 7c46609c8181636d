import { z } from 'zod';
import { defineCall } from './call.ts';
import { storyLimits, tagLimits } from './limits.ts';
import {
  dataResponse,
  emptyResponse,
  listResponse,
  pageQuery,
  positionedListResponse,
  positionedPageQuery,
  topResponse,
} from './page.ts';
import {
  type Audience,
  audienceNames,
  type ContentWarning,
  contentWarningNames,
  tagKey,
} from './story-labels.ts';
import { chosenId, id, isoDate, line, prose } from './text.ts';
import { imageUpload } from './uploads.ts';
import { author } from './users.ts';

export const storyStatus = z.enum(['ongoing', 'completed', 'coming_soon']);
export type StoryStatus = z.output<typeof storyStatus>;

const keysOf = <Key extends string>(names: Record<Key, string>) => Object.keys(names) as [Key, ...Key[]];
export const contentWarning = z.enum(keysOf<ContentWarning>(contentWarningNames));
export const audience = z.enum(keysOf<Audience>(audienceNames));

/** A tag without a leading #. Commas separate tags in an address. */
export const tag = z
  .string()
  .transform((raw) => raw.replace(/^[\s#]+/, '').replace(/\s+/g, ' '))
  .pipe(line(tagLimits.name, 'Please enter a tag.'))
  .refine((name) => !/[,#]/.test(name), 'A tag can’t contain a comma or #.');

/** Tags without repetition, also not in another letter case. */
export const tagList = (max: number) =>
  z
    .array(tag)
    .max(max, `Please use at most ${max} tags.`)
    .transform((tags) =>
      [...new Map(tags.toReversed().map((name) => [tagKey(name), name])).values()].toReversed(),
    );

/**
 * A story in lists and on pages. Counts cover only published chapters, except for the author (docs/product/stories.md#fields).
 * `averageRating` is null without ratings; `avgReadingTime` is in minutes.
 */
export const story = z.object({
  _id: id,
  title: z.string(),
  description: z.string(),
  summary: z.string(),
  coverImage: z.string().nullable(),
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
  chapterCount: z.int(),
  viewCount: z.int(),
  likes: z.int(),
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  stats: z.object({
    averageRating: z.number().nullable(),
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
const coverImage = z
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
const contentWarnings = z
  .array(contentWarning, 'Please choose content warnings from the list.')
  .max(contentWarning.options.length)
  .transform((warnings) => [...new Set(warnings)]);

export const storyBody = z.object({
  title,
  description,
  genres,
  tags: tags.default([]),
  contentWarnings: contentWarnings.default([]),
  audience: audience.default('everyone'),
  coverImage: coverImage.optional(),
  language: language.default('en'),
  status: storyStatus.default('ongoing'),
  isAIGenerated: z.boolean().default(false),
});
export type StoryBody = z.input<typeof storyBody>;

const storyChanges = z.object({
  title: title.optional(),
  description: description.optional(),
  genres: genres.optional(),
  tags: tags.optional(),
  contentWarnings: contentWarnings.optional(),
  audience: audience.optional(),
  coverImage: coverImage.optional(),
  language: language.optional(),
  status: storyStatus.optional(),
  isAIGenerated: z.boolean().optional(),
  isPublished: z.boolean().optional(),
});

export const createStory = defineCall('POST /stories', {
  summary: 'Create a story; it is a draft until it is published',
  access: 'user',
  limit: 'write',
  body: storyBody.extend({ _id: chosenId.optional() }),
  response: dataResponse(story),
  status: 201,
});

export const updateStory = defineCall('PUT /stories/{id}', {
  summary: 'Change, publish or unpublish a story',
  access: 'owner',
  limit: 'write',
  body: storyChanges,
  response: dataResponse(story),
});

export const uploadBookCover = defineCall('POST /upload/book-cover', {
  summary: 'Upload a cover; with a story id, set it as that story’s cover',
  access: 'user',
  limit: 'upload',
  upload: imageUpload,
  body: z.object({ storyId: id.optional() }),
  response: topResponse({ imageUrl: z.string(), story: story.nullable() }),
  status: 201,
});

export const deleteStory = defineCall('DELETE /stories/{id}', {
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
]);

export const listStories = defineCall('GET /stories', {
  summary: 'List published stories, filtered and sorted',
  access: 'public',
  query: positionedPageQuery(20).extend({
    genre: z.string().max(500).optional(),
    genres: z.string().max(500).optional(),
    title: line(200).optional(),
    search: line(200).optional(),
    sort: storySort.optional(),
  }),
  response: positionedListResponse(story),
});

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
  access: 'public',
  query: positionedPageQuery(20),
  response: positionedListResponse(story),
});
export const listNewReleases = defineCall('GET /stories/new-releases', {
  summary: 'List published stories by first publication',
  access: 'public',
  query: positionedPageQuery(20),
  response: positionedListResponse(story),
});
export const listCompletedStories = defineCall('GET /stories/completed', {
  summary: 'List completed stories',
  access: 'public',
  query: positionedPageQuery(20),
  response: positionedListResponse(story),
});
export const listShortStories = defineCall('GET /stories/short', {
  summary: 'List stories under 20,000 words',
  access: 'public',
  query: positionedPageQuery(20),
  response: positionedListResponse(story),
});
export const listLongStories = defineCall('GET /stories/long', {
  summary: 'List stories of 80,000 words or more',
  access: 'public',
  query: positionedPageQuery(20),
  response: positionedListResponse(story),
});
export const listTrending = defineCall('GET /stories/trending', {
  summary: 'List the stories with most activity in the last seven days',
  access: 'public',
  query: positionedPageQuery(20),
  response: positionedListResponse(story),
});
export const listFeatured = defineCall('GET /stories/featured', {
  summary: 'List the stories that admins have picked as featured',
  access: 'public',
  query: positionedPageQuery(20),
  response: positionedListResponse(story),
});
export const listTopRated = defineCall('GET /stories/top-rated', {
  summary: 'List published stories by their rating',
  access: 'public',
  query: positionedPageQuery(20),
  response: positionedListResponse(story),
});
export const listByComments = defineCall('GET /stories/most-commented', {
  summary: 'List published stories by their number of comments',
  access: 'public',
  query: positionedPageQuery(20),
  response: positionedListResponse(story),
});
export const listEditorsPicks = defineCall('GET /stories/editors-picks', {
  summary: 'List the editor’s picks',
  access: 'public',
  query: positionedPageQuery(20),
  response: positionedListResponse(story),
});
export const listStoriesOfGenre = defineCall('GET /stories/genre/{genre}', {
  summary: 'List published stories of a genre, by its name or id',
  access: 'public',
  params: { genre: z.string().min(1).max(60) },
  query: positionedPageQuery(20),
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

export const listMyStories = defineCall('GET /stories/my-stories', {
  summary: 'List my own stories, drafts included',
  access: 'user',
  query: pageQuery(10).extend({ status: z.enum(['all', 'published', 'draft']).default('all') }),
  response: listResponse(story).extend({ unsaved: z.array(unsavedStory) }),
});

const likeResponse = topResponse({ liked: z.boolean(), likes: z.int() });

export const likeStory = defineCall('POST /stories/{id}/like', {
  summary: 'Like a story',
  access: 'user',
  response: likeResponse,
});
export const unlikeStory = defineCall('DELETE /stories/{id}/like', {
  summary: 'Unlike a story',
  access: 'user',
  response: likeResponse,
});
export const toggleStoryLike = defineCall('PUT /stories/{id}/like', {
  summary: 'Like or unlike a story',
  access: 'user',
  response: likeResponse,
});

export const viewStory = defineCall('POST /stories/{id}/view', {
  summary: 'Count a view: one per viewer, story and day',
  access: 'public',
  response: topResponse({ views: z.int() }),
});
