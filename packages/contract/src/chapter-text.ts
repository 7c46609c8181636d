import { parseInline, type Run, type Span } from './chapter-text-inline.ts';

export type { Run, Span } from './chapter-text-inline.ts';

/**
 * A line of a chapter. `verse` is a line of verse or of a letter; without runs, it is the gap between stanzas.
 * Scene breaks and blank lines have no runs.
 */
export interface Block<R extends Run = Run> {
  kind: 'paragraph' | 'verse' | 'scene-break' | 'blank';
  runs: R[];
}

/** A line of a parsed text: the content from `from` up to `to`, without its line end. */
export interface ParsedBlock extends Block<Span> {
  from: number;
  to: number;
}

/** The content line of a scene break. */
export const sceneBreak = '***';
/** How a line of verse begins. */
export const verseMark = '| ';

const isBlank = (text: string): boolean => text.trim() === '';

/** Whether a content line is a scene break. */
export const isSceneBreak = (line: string): boolean => line.trim() === sceneBreak;

/** Whether a content line is verse or the gap between stanzas. */
export const isVerse = (line: string): boolean => line.startsWith(verseMark) || line === '|';

function parseLine(line: string, from: number): ParsedBlock {
  const place = { from, to: from + line.length };
  if (isBlank(line)) return { kind: 'blank', runs: [], ...place };
  if (isSceneBreak(line)) return { kind: 'scene-break', runs: [], ...place };
  if (isVerse(line)) {
    const text = line.slice(verseMark.length);
    const runs = isBlank(text) ? [] : parseInline(text, from + verseMark.length);
    return { kind: 'verse', runs, ...place };
  }
  const escaped = line.startsWith('\\|') ? 1 : 0;
  return { kind: 'paragraph', runs: parseInline(line.slice(escaped), from + escaped), ...place };
}

/** Parses a chapter's content: one block per line, as `paragraphIds` has one entry per line. Any string is valid. */
export function parseChapterText(content: string): ParsedBlock[] {
  let from = 0;
  return content.split('\n').map((line) => {
    const block = parseLine(line, from);
    from = block.to + 1;
    return block;
  });
}

/** The text of a chapter as readers see it, without marks; a scene break is `***`. */
export const plainText = (content: string): string =>
  // Most lines have nothing that is hidden.
  /[\\*|]/.test(content)
    ? parseChapterText(content)
        .map(({ kind, runs }) =>
          kind === 'scene-break' ? sceneBreak : runs.map(({ text }) => text).join(''),
        )
        .join('\n')
    : content;

/** The number of characters of an excerpt, unless another is given. */
export const excerptLength = 160;

/** The first words of a text on one line, without marks and scene breaks: at most `length` characters. */
export const excerptOf = (content: string, length = excerptLength): string =>
  plainText(content.slice(0, length * 4))
    .split('\n')
    .filter((line) => line !== sceneBreak)
    .join(' ')
    .trim()
    .slice(0, length)
    .toWellFormed();
