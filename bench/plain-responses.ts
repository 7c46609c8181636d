// The plain server's responses: the JSON that Inkling sends, from the rows of `plain-statements.ts`.
import { paginate } from '@inkling/contract/page';
import type { QueryResultRow } from 'pg';

export type Row = QueryResultRow;

const excerpt = (text: string): string => (text.length <= 200 ? text : `${text.slice(0, 200)}…`);

/** In lists, the description is as short as the summary. */
export const card = (row: Row) => ({
  _id: row.id,
  title: row.title,
  description: excerpt(row.description),
  summary: excerpt(row.description),
  coverImage: row.cover_image,
  language: row.language,
  author: row.author,
  genres: row.genres ?? [],
  tags: row.tags,
  contentWarnings: row.content_warnings,
  audience: row.audience,
  status: row.status,
  effectiveStatus: row.published_chapters === 0 ? 'coming_soon' : row.status,
  isPublished: row.is_published,
  isAIGenerated: row.is_ai_generated,
  isOnHiatus: row.is_on_hiatus,
  chapterCount: row.published_chapters,
  viewCount: row.views,
  likes: row.likes,
  isLiked: row.is_liked,
  isBookmarked: row.is_bookmarked,
  stats: {
    averageRating: row.ratings ? Math.round((100 * row.rating_sum) / row.ratings) / 100 : null,
    ratingsCount: row.ratings ?? 0,
    views: row.views,
    likes: row.likes,
    totalWordCount: row.published_words,
    avgReadingTime: Math.ceil(row.published_words / 200),
  },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  publishedAt: row.published_at,
  lastUpdated: row.last_updated,
  nextChapterAt: row.next_chapter_at,
});

export const list = (
  rows: Row[],
  page: number,
  limit: number,
  present = ({ total: _total, ...row }: Row): object => row,
  total: number = rows[0]?.total ?? 0,
) => ({ success: true, data: rows.map(present), pagination: paginate(page, limit, total) });

const entryOf = (row: Row, shown: object) => ({
  _id: row.entry_id,
  storyId: row.story_id,
  story: shown,
  status: row.entry_status === 'completed' && row.new_chapters > 0 ? 'reading' : row.entry_status,
  progress: Number(row.progress),
  isCompleted: row.entry_status === 'completed' && row.new_chapters === 0,
  isBookmarked: row.is_saved,
  newChapters: row.new_chapters,
  lastRead: row.last_read_at,
  lastChapterRead: row.last_chapter,
  note: row.note,
  secondsRead: Number(row.seconds_read),
});
export const entry = (row: Row) => entryOf(row, card(row));

const publicShelves =
  'trending recentlyUpdated popular newReleases topRated completed short long mostCommented editorsPicks';

export function home(shelves: Row[], cards: Row[], entries: Row[]) {
  const shown = new Map(cards.map((row) => [row.id, card(row)]));
  const entryOfStory = new Map(entries.map((row) => [row.story_id, row]));
  const stories = (name: string) =>
    shelves.filter(({ shelf }) => shelf === name).map(({ id }) => shown.get(id));
  const personal = ['because', 'followed', 'genre-1', 'genre-2', 'genre-3'].map((id) => {
    return { id, title: id, icon: 'sparkles', stories: stories(id) };
  });
  const continued = shelves.filter(({ shelf }) => shelf === 'continueReading');
  return {
    success: true,
    data: {
      failed: [],
      continueReading: continued.map(({ id }) => entryOf(entryOfStory.get(id) ?? {}, shown.get(id) ?? {})),
      recommended: stories('recommended'),
      personalizedCategories: personal.filter((shelf) => shelf.stories.length > 0),
      ...Object.fromEntries(publicShelves.split(' ').map((name) => [name, stories(name)])),
    },
  };
}

const collected = (row: Row) => ({ _id: row.id, story: card(row), addedAt: row.added_at });
export const collection = (row: Row, rows: Row[], page: number, limit: number) => {
  const { data, pagination } = list(rows, page, limit, collected);
  return { success: true, data: { ...row, storyCount: pagination.total, stories: data }, pagination };
};

export const history = (data: Row[]) => ({
  success: true,
  data,
  next: data.at(-1)?.storyId ?? null,
  isOn: true,
});

export const suggestions = ({ total, stories, people, chapters }: Row) => ({
  success: true,
  data: [...(stories ?? []), ...(people ?? []), ...(chapters ?? [])],
  total: Math.min(200, total),
});

/** Turns `<…>` around matched words into their offsets. */
function marked(text: string) {
  const matches: [number, number][] = [];
  let plain = '';
  for (const part of text.split(/(<[^<>]*>)/)) {
    const isMatch = part.startsWith('<');
    const word = isMatch ? part.slice(1, -1) : part;
    if (isMatch) matches.push([plain.length, plain.length + word.length]);
    plain += word;
  }
  return { text: plain, matches };
}

export function search(stories: Row[], others: Row[], corrected: string | null) {
  const of = (kind: string) => others.filter((row) => row.kind === kind);
  const counted = (rows: Row[]): number => Math.min(200, rows[0]?.total ?? 0);
  return {
    success: true,
    data: {
      stories: stories.map((row) => ({
        ...card(row),
        marks: { title: marked(row.marked_title).matches, description: marked(row.marked_description) },
      })),
      users: of('user').map(({ found }) => ({ ...found, following: found.isFollowing })),
      chapters: of('chapter').map(({ found }) => ({
        ...found,
        title: marked(found.title).text,
        marks: { title: marked(found.title).matches },
        excerpt: found.excerpt === null ? null : marked(found.excerpt),
      })),
      communities: [],
    },
    counts: {
      stories: counted(stories),
      users: counted(of('user')),
      chapters: counted(of('chapter')),
      communities: 0,
    },
    corrected,
  };
}

function reply(row: Row, { story_id = null, post_id = null, is_reached }: Row, viewer: string) {
  return {
    _id: row.id,
    story: story_id,
    chapter: row.subject_id === story_id || post_id !== null ? null : row.subject_id,
    ...(post_id !== null && { post: post_id }),
    parent: row.parent_id,
    passage: null,
    author: row.author,
    content: is_reached ? row.content : null,
    mentions: [],
    isFolded: !is_reached,
    isRemoved: false,
    isPinned: row.is_pinned,
    isEdited: row.edited_at !== null,
    createdAt: new Date(row.created_at).toISOString(),
    likes: row.likes,
    isLiked: row.is_liked,
    reactions: { like: row.is_liked ? [viewer] : [] },
  };
}
export const comment = (row: Row, chapter: Row, viewer: string) => ({
  ...reply(row, chapter, viewer),
  replies: row.replies,
  firstReplies: (row.first_replies ?? []).map((one: Row) => reply(one, chapter, viewer)),
});
export const comments = (chapter: Row, rows: Row[], page: number, limit: number, viewer: string) => ({
  success: true,
  data: rows.map((row) => comment(row, chapter, viewer)),
  pagination: paginate(page, limit, chapter.listed ?? 0),
  commentsCount: chapter.shown ?? 0,
  pinned: null,
  isClosed: chapter.is_closed,
  refusal: chapter.is_closed ? 'closed' : null,
});

export const dashboard = (totals: Row, periods: Row[], stories: Row[], activity: Row[]) => ({
  success: true,
  data: {
    asOf: totals.as_of,
    overview: { totalViews: totals.views, totalStories: totals.published },
    engagement: { followers: totals.followers },
    topStories: stories.slice(0, 10),
    recentActivity: activity,
    readerDemographics: totals.groups,
    days: periods.filter(({ period }) => period === 'day'),
    weeks: periods.filter(({ period }) => period === 'week'),
    months: periods.filter(({ period }) => period === 'month'),
  },
});
