import { numberBeside, titleAfterNumber } from '@inkling/contract/chapter-title';

interface TitleProps {
  number: number;
  title: string;
  language: string;
}

/** A chapter's number and title above its text. */
export function ChapterTitle({ number, title, language }: TitleProps) {
  const rest = titleAfterNumber({ title, chapterNumber: number });
  return (
    <header className="mb-10" lang={language} dir="auto">
      {rest !== '' && numberBeside({ title, chapterNumber: number }) !== null && (
        <p className="text-muted">
          <bdi lang="en">Chapter {number}</bdi>
        </p>
      )}
      <h1 className="mt-1 font-serif text-3xl leading-tight text-balance sm:text-4xl">{rest || title}</h1>
    </header>
  );
}

/** About how many lines a text takes where a line has so many characters. */
const lineCount = (text: string, perLine: number): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);

/** A note is folded from eight lines on: fewer are hardly longer than six and a button. */
const foldFrom = 8;

/** Where a note is folded: everywhere, on phones only, or nowhere. Known without a measurement, so that nothing moves. */
function foldOf(text: string): 'always' | 'narrow' | undefined {
  if (lineCount(text, 66) >= foldFrom) return 'always';
  return lineCount(text, 34) >= foldFrom ? 'narrow' : undefined;
}

interface NoteProps {
  text: string;
  language: string;
  /** Whether it is the note after the text. */
  atEnd?: boolean;
}

/** An author's note; a long one is folded, also before any script runs. */
export function AuthorsNote({ text, language, atEnd = false }: NoteProps) {
  const fold = foldOf(text);
  return (
    <aside
      aria-label={atEnd ? "Author's Note at the end" : "Author's Note"}
      data-fold={fold}
      className={`${atEnd ? 'mt-10' : 'mb-10'} rounded-lg bg-sunken px-5 py-4 ${fold === undefined ? '' : 'folded-note'}`}
    >
      <h2 className="text-sm font-semibold text-muted">Author's Note</h2>
      <p className="mt-1 whitespace-pre-line" lang={language} dir="auto">
        {text}
      </p>
      {fold !== undefined && (
        <label>
          <input type="checkbox" className="sr-only" />
          Show the whole note
        </label>
      )}
    </aside>
  );
}
