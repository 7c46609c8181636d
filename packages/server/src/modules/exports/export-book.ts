import type { ExportFormat } from '@inkling/contract/exports';
import type { GlossaryFile } from '@inkling/contract/glossary';
import type { CoverStyle } from '@inkling/contract/store';
import type { StoryStatus } from '@inkling/contract/stories';
import type { Audience } from '@inkling/contract/story-labels';

/** A story to export. */
export interface ExportStory {
  id: string;
  title: string;
  description: string;
  author: string;
  language: string;
  status: StoryStatus;
  genres: string[];
  tags: string[];
  contentWarnings: string[];
  audience: Audience;
  /** When it was first published; null for a draft. */
  publishedAt: Date | null;
  series: { name: string; position: number } | null;
  /** The address of its cover. */
  cover: string | null;
  /** How its author has covers drawn; null as usual. */
  style: CoverStyle | null;
  hasVolumes: boolean;
}

/** The labels of a story by name, as the import reads them (`labelsFrom`). */
export const labelsOf = ({ status, tags, contentWarnings, audience }: ExportStory) => ({
  status,
  tags: tags.join(', '),
  warnings: contentWarnings.join(', '),
  audience,
});

/** A chapter to export; consecutive chapters with the same volume belong together. */
export interface ExportChapter {
  title: string;
  authorNotes: string;
  /** The note after the text. */
  endNotes?: string;
  content: string;
  volume: { id: string; title: string } | null;
}

/** What a chapter's part of a file depends on besides its text. */
export interface ChapterTask {
  chapter: Pick<ExportChapter, 'title' | 'authorNotes' | 'endNotes' | 'content'>;
  language: string;
  hasVolumes: boolean;
}

/** The cover of an EPUB. */
export interface ExportCover {
  type: 'image/jpeg' | 'image/svg+xml';
  bytes: Uint8Array;
  /** Whether it was made from title and author, so that an import ignores it. */
  isGenerated: boolean;
}

/** A book while it is written to a file. */
export interface ExportBook {
  story: ExportStory;
  /** Only an EPUB has one. */
  cover(): Promise<ExportCover>;
  chapters: AsyncIterable<ExportChapter>;
  /** A `GlossaryFile` in JSON. */
  glossary?: string | null;
  now: Date;
  /** The text of a chapter in a format. */
  render(format: ExportFormat, task: ChapterTask): Promise<string>;
}

/** Whether a chapter begins a volume. */
export const beginsVolume = (
  chapter: ExportChapter,
  before: ExportChapter['volume'],
): chapter is ExportChapter & { volume: { id: string; title: string } } =>
  chapter.volume !== null && chapter.volume.id !== before?.id;

/** A line of the glossary and recaps at the end of a Word document or a Markdown file. */
export interface AppendixLine {
  kind: 'heading' | 'entry' | 'text';
  text: string;
}

/** The glossary and recaps of a book, for people to read; `titles` are those of the file's chapters, in order. */
export function appendixOf(glossary: string | null | undefined, titles: readonly string[]): AppendixLine[] {
  if (!glossary) return [];
  const { entries, recaps }: GlossaryFile = JSON.parse(glossary);
  const linesOf = (chapter: number, text: string) =>
    `${titles[chapter - 1] ?? chapter}: ${text}`
      .split('\n')
      .map((line) => ({ kind: 'text' as const, text: line }));
  const heading = (text: string, rest: AppendixLine[]): AppendixLine[] =>
    rest.length === 0 ? [] : [{ kind: 'heading', text }, ...rest];
  return [
    ...heading(
      'People and places',
      entries.flatMap(({ names, notes }) => [
        { kind: 'entry' as const, text: names.join(', ') },
        ...notes.flatMap(({ chapter, text }) => linesOf(chapter, text)),
      ]),
    ),
    ...heading(
      'The story so far',
      recaps.flatMap(({ chapter, recap }) => linesOf(chapter, recap)),
    ),
  ];
}
