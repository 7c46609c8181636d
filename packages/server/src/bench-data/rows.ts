import { day, hour } from '../platform/clock.ts';
import { type Prose, storyTitle } from './prose.ts';
import type { Random } from './random.ts';
import { chapterWords, type StoryShape } from './shapes.ts';

export interface ChapterData {
  id: string;
  story_id: string;
  position: number;
  published_number: number | null;
  title: string;
  is_published: boolean;
  published_at: Date | null;
  word_count: number;
  paragraphs: number;
  content: string;
  created_at: Date;
}

export interface StoryData {
  id: string;
  author_id: string;
  title: string;
  description: string;
  status: string;
  is_published: boolean;
  published_at: Date | null;
  last_updated: Date | null;
  created_at: Date;
  views: number;
  likes: number;
  chapters: number;
  published_chapters: number;
  words: number;
  published_words: number;
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

function writeChapters(
  random: Random,
  prose: Prose,
  shape: StoryShape,
  storyId: string,
  until: Date,
): ChapterData[] {
  return Array.from({ length: shape.chapters }, (_, index): ChapterData => {
    const last = index === shape.chapters - 1;
    const isPublished = !(last && shape.lastIsDraft);
    const written = new Date(shape.createdAt.getTime() + index * shape.pace * day + hour);
    const at = earlier(written, new Date(until.getTime() - (shape.chapters - index) * 1000));
    const text = prose.chapter(random, chapterWords(random, shape.longTexts));
    return {
      id: random.idAt(at),
      story_id: storyId,
      position: index + 1,
      published_number: isPublished ? index + 1 : null,
      title: storyTitle(random),
      is_published: isPublished,
      published_at: isPublished ? at : null,
      word_count: text.words,
      paragraphs: text.paragraphs,
      content: text.content,
      created_at: at,
    };
  });
}

const wordsOf = (chapters: ChapterData[]): number => chapters.reduce((sum, one) => sum + one.word_count, 0);

/** A story and its chapters, with matching counters. */
export function writeStory(
  random: Random,
  prose: Prose,
  shape: StoryShape,
  people: string[],
  until: Date,
): { story: StoryData; chapters: ChapterData[] } {
  const id = random.idAt(shape.createdAt);
  const chapters = writeChapters(random, prose, shape, id, until);
  const published = chapters.filter((chapter) => chapter.is_published);
  const description = Array.from({ length: random.between(2, 7) }, () => prose.sentence(random)).join(' ');
  const story: StoryData = {
    id,
    author_id: people[shape.author] ?? '',
    title: storyTitle(random),
    description,
    status: shape.status,
    is_published: shape.published,
    published_at: shape.published ? shape.createdAt : null,
    // As the program does: a story that is published without chapters has a date too.
    last_updated: published.at(-1)?.published_at ?? (shape.published ? shape.createdAt : null),
    created_at: shape.createdAt,
    views: shape.views,
    likes: shape.likes,
    chapters: chapters.length,
    published_chapters: published.length,
    words: wordsOf(chapters),
    published_words: wordsOf(published),
  };
  return { story, chapters };
}

export interface ReadingData {
  user_id: string;
  story_id: string;
  status: 'reading' | 'completed';
  progress: number;
  is_bookmarked: boolean;
  chapter_id: string;
  chapter_progress: number;
  paragraph: number;
  at: Date;
}

/** The reading progress of a person: inside one chapter, with all earlier chapters finished. */
export function drawReading(
  random: Random,
  userId: string,
  { story, chapters }: { story: StoryData; chapters: ChapterData[] },
  until: Date,
): ReadingData | null {
  const published = chapters.filter((chapter) => chapter.is_published);
  if (!story.is_published || published.length === 0) return null;
  const chapter = random.pick(published);
  const inChapter = random.between(1, 100);
  const progress = (100 * ((chapter.published_number ?? 1) - 1 + inChapter / 100)) / published.length;
  return {
    user_id: userId,
    story_id: story.id,
    status: progress >= 100 ? 'completed' : 'reading',
    progress: Math.round(progress * 100) / 100,
    is_bookmarked: random.chance(0.2),
    chapter_id: chapter.id,
    chapter_progress: inChapter,
    paragraph: 1 + Math.floor(((chapter.paragraphs - 1) * inChapter) / 100),
    at: new Date(until.getTime() - random.between(1, 90 * 24 * 60) * 60_000),
  };
}
