import type { Highlight, PassageBookmark } from '@inkling/contract/annotations';
import type { Chapter } from '@inkling/contract/chapters';
import { useRef } from 'react';
import { AnnotationLayer } from '../features/annotations/annotation-layer.tsx';
import { YourAnnotations } from '../features/annotations/your-annotations.tsx';
import { ChapterText } from '../features/chapters/reader/chapter-text.tsx';
import { idOf, story } from './fixtures.ts';

/** A published chapter with this content, whose lines have the ids 1, 2 and so on. */
export const chapterOf = (content: string, version = 1): Chapter => ({
  _id: idOf(20),
  story: story._id,
  title: 'Evening 1',
  chapterNumber: 1,
  order: 1,
  volume: null,
  wordCount: 10,
  isPublished: true,
  isExclusive: false,
  authorNotes: '',
  endNotes: '',
  likes: 0,
  isLiked: false,
  version,
  publishedAt: story.createdAt,
  createdAt: story.createdAt,
  updatedAt: story.createdAt,
  content,
  paragraphIds: content.split('\n').map((line, index) => (line.trim() === '' ? null : index + 1)),
});

const place = {
  storyId: story._id,
  chapterId: idOf(20),
  story: { _id: story._id, title: story.title, language: story.language },
  chapter: { _id: idOf(20), title: 'Evening 1', chapterNumber: 1 },
  version: 1,
  originalText: null,
  isTextChanged: false,
  note: '',
  createdAt: story.createdAt,
  updatedAt: story.createdAt,
};

/** A highlight of these words of a content without marks. */
export function highlightOf(
  number: number,
  content: string,
  words: string,
  changes: Partial<Highlight> = {},
): Highlight {
  const startOffset = content.indexOf(words);
  const endOffset = startOffset + words.length;
  return {
    ...place,
    _id: idOf(number),
    selectedText: words,
    startOffset,
    endOffset,
    color: 'yellow',
    ...changes,
  };
}

export const bookmarkOf = (
  number: number,
  content: string,
  words: string,
  changes: Partial<PassageBookmark> = {},
): PassageBookmark => {
  const { color: _, ...same } = highlightOf(number, content, words);
  return { ...same, title: words, tags: [], ...changes };
};

export const listOf = <Item,>(data: Item[]) => ({
  success: true as const,
  data,
  pagination: { page: 1, limit: 100, total: data.length, totalPages: 1, hasMore: false },
});

/** A chapter’s text with its annotations, as on the reading screen. */
export function AnnotatedChapter({ chapter, language = 'en' }: { chapter: Chapter; language?: string }) {
  const text = useRef<HTMLDivElement>(null);
  return (
    <main id="main" tabIndex={-1}>
      <ChapterText ref={text} chapter={chapter} language={language} />
      <AnnotationLayer chapter={chapter} story={{ ...story, language }} text={text} />
      <YourAnnotations chapter={chapter} language={language} text={text} onJump={() => undefined} />
    </main>
  );
}

/** Selects the first occurrence of some words of the text on the page, as a reader does with the mouse. */
export function selectWords(words: string): void {
  const walker = document.createTreeWalker(
    document.querySelector('.chapter-text') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const at = node.data.indexOf(words);
    if (at === -1) continue;
    const target = node.parentElement ?? document.body;
    target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }));
    getSelection()?.setBaseAndExtent(node, at, node, at + words.length);
    target.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType: 'mouse' }));
    return;
  }
  throw new Error(`The text has no “${words}”.`);
}
