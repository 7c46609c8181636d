import { day, hour } from '../platform/clock.ts';
import { type Prose, type Random, storyTitle } from './prose.ts';

import { chapterWords, type StoryShape } from './shapes.ts';

// Rows of the tables that people and stories are stored in.

/** People who cannot sign in, because no password has the hash `-`. */
export function personRows(
  id: string,
  username: string,
  displayName: string,
  role: 'author' | 'reader',
  at: Date,
) {
  const email = `${username}@example.test`;
  return {
    user: { id, username, username_key: username, display_name: displayName, role, created_at: at },
    credentials: { user_id: id, email, email_key: email, password_hash: '-', password_changed_at: at },
  };
}

function chapterRows(random: Random, prose: Prose, shape: StoryShape, storyId: string, until: Date) {
  return Array.from({ length: shape.chapters }, (_, index) => {
    const isPublished = !(index === shape.chapters - 1 && shape.lastIsDraft);
    const written = shape.createdAt.getTime() + index * shape.pace * day + hour;
    const at = new Date(Math.min(written, until.getTime() - (shape.chapters - index) * 1000));
    const text = prose.chapter(random, chapterWords(random, shape.longTexts));
    const id = random.idAt(at);
    const chapter = {
      id,
      story_id: storyId,
      position: index + 1,
      published_number: isPublished ? index + 1 : null,
      title: storyTitle(random),
      is_published: isPublished,
      published_at: isPublished ? at : null,
      announced_at: isPublished ? at : null,
      word_count: text.words,
      next_paragraph: text.paragraphs + 1,
      created_at: at,
      updated_at: at,
      public_version: isPublished ? 1 : null,
      public_versions: isPublished ? '{[1,2)}' : '{}',
    };
    const version = {
      story_id: storyId,
      chapter_id: id,
      version: 1,
      content: text.content,
      // As in any new text.
      paragraph_ids: Array.from({ length: text.paragraphs }, (_one, place) => place + 1),
      word_count: text.words,
      created_at: at,
    };
    return { chapter, version };
  });
}

/** A story and its chapters, with matching counters. */
export function storyRows(random: Random, prose: Prose, shape: StoryShape, authorId: string, until: Date) {
  const id = random.idAt(shape.createdAt);
  const chapters = chapterRows(random, prose, shape, id, until);
  const published = chapters.filter(({ chapter }) => chapter.is_published);
  const wordsOf = (all: typeof chapters): number =>
    all.reduce((sum, { chapter }) => sum + chapter.word_count, 0);
  // As the program does: a story that is published without chapters has a date too.
  const lastUpdated = published.at(-1)?.chapter.published_at ?? (shape.published ? shape.createdAt : null);
  const story = {
    id,
    author_id: authorId,
    title: storyTitle(random),
    description: Array.from({ length: random.between(2, 7) }, () => prose.sentence(random)).join(' '),
    status: shape.status,
    is_published: shape.published,
    published_at: shape.published ? shape.createdAt : null,
    last_updated: lastUpdated,
    created_at: shape.createdAt,
    updated_at: lastUpdated ?? shape.createdAt,
    chapters: chapters.length,
    published_chapters: published.length,
    words: wordsOf(chapters),
    published_words: wordsOf(published),
  };
  return { story, counts: { story_id: id, views: shape.views, likes: shape.likes }, chapters, shape };
}
export type StoryRows = ReturnType<typeof storyRows>;

/** How far a person has read: inside one chapter, with all earlier chapters finished; null where there is none. */
export function readingRows(random: Random, userId: string, { story, chapters }: StoryRows, until: Date) {
  const published = chapters.map(({ chapter }) => chapter).filter((chapter) => chapter.is_published);
  if (!story.is_published || published.length === 0) return null;
  const chapter = random.pick(published);
  const inChapter = random.between(1, 100);
  const progress = (100 * ((chapter.published_number ?? 1) - 1 + inChapter / 100)) / published.length;
  const isBookmarked = random.chance(0.2);
  const at = new Date(until.getTime() - random.between(1, 90 * 24 * 60) * 60_000);
  const entry = {
    user_id: userId,
    story_id: story.id,
    status: progress >= 100 ? 'completed' : 'reading',
    progress: Math.round(progress * 100) / 100,
    is_bookmarked: isBookmarked,
    bookmarked_at: isBookmarked ? at : null,
    last_read_at: at,
    last_chapter_id: chapter.id,
    caught_up_at: progress >= 100 ? at : null,
    started_at: at,
    created_at: at,
  };
  const position = {
    user_id: userId,
    chapter_id: chapter.id,
    story_id: story.id,
    progress: inChapter,
    paragraph: 1 + Math.floor(((chapter.next_paragraph - 2) * inChapter) / 100),
    char_offset: 0,
    version: 1,
    updated_at: at,
  };
  return { entry, position };
}
