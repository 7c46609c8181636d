import {
  type Chapter,
  type ChapterSummary,
  type ListedChapter,
  noteExcerptLength,
} from '@inkling/contract/chapters';
import type { Config } from '../../platform/config.ts';
import type { PolicyViewer } from '../../platform/policy.ts';
import type { ChapterRow, ListedRow } from './chapters.queries.ts';

/** The one rule about spoilers (docs/product/labels.md#what-a-reader-sees). */

/** A text that may give away what happens in a story: an excerpt, a comment, a review or a chat. */
interface SpoilerText {
  /** Whether the viewer is not as far as what it is about: by `visibleTo` for a chapter, `isStoryAhead` for the whole story. */
  isAhead: boolean;
  /** The author of the story. */
  authorId: string;
  /** Who wrote the text; null for several people. */
  writerId: string | null;
}

/**
 * Whether a text stays folded for a viewer until they ask for it ('Show anyway'). Every call that returns texts or numbers
 * about a part of a story asks this function (contract-checks/spoilers-stay-folded.test.ts).
 */
export const isSpoilerFor = (viewer: PolicyViewer, { isAhead, authorId, writerId }: SpoilerText): boolean =>
  isAhead && (viewer === null || (viewer.id !== authorId && viewer.id !== writerId));

/**
 * Where a reader is in a story as a whole: whether they have finished it as it is now, and when they last had read
 * everything that was published.
 */
export interface StoryPlace {
  isFinished: boolean;
  caughtUpAt: Date | null;
}

/** Whether a reader is not as far as a text about the whole story that was written at `at`. */
export const isStoryAhead = ({ isFinished, caughtUpAt }: StoryPlace, at: Date): boolean =>
  !isFinished && (caughtUpAt === null || at > caughtUpAt);

/** Numbers count published chapters for readers, and all chapters for the author. */
function presentSummary(row: ChapterRow, forAuthor: boolean): ChapterSummary {
  const number = (forAuthor ? row.position : row.published_number) ?? 0;
  return {
    _id: row.id,
    story: row.story_id,
    title: row.title,
    chapterNumber: number,
    order: number,
    volume: row.volume_id,
    wordCount: row.word_count,
    isPublished: row.is_published,
    isExclusive: row.is_exclusive,
    authorNotes: row.author_notes,
    likes: row.likes,
    version: row.version,
    publishedAt: row.published_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A chapter without its text, with both of its notes; for those who may read it. */
export const presentChapter = (
  row: ChapterRow,
  forAuthor: boolean,
): ChapterSummary & Pick<Chapter, 'endNotes'> => ({
  ...presentSummary(row, forAuthor),
  endNotes: row.end_notes,
});

/**
 * A chapter in a list, with only the beginning of its note before the text; of an exclusive one, none for readers. On a
 * site without plans no chapter is exclusive.
 */
export function presentListed(
  { PLANS }: Pick<Config, 'PLANS'>,
  row: ListedRow,
  forAuthor: boolean,
): ListedChapter {
  const isExclusive = PLANS && row.is_exclusive;
  const summary = { ...presentSummary(row, forAuthor), isExclusive, comments: row.comments };
  const { authorNotes } = summary;
  if (row.is_exclusive && !forAuthor) return { ...summary, authorNotes: '' };
  if (authorNotes.length <= noteExcerptLength) return summary;
  // Never cut a surrogate pair in half.
  const cut = authorNotes.slice(0, noteExcerptLength - 1).replace(/[\uD800-\uDBFF]$/, '');
  return { ...summary, authorNotes: `${cut}…` };
}
