import { type ParsedBlock, parseChapterText } from '@inkling/contract/chapter-text';
import type { Chapter } from '@inkling/contract/chapters';
import { classOfLine } from '../../../features/chapters/reader/line-class.ts';
import { element } from './element.ts';

const hidden = (text: string): HTMLElement[] =>
  text === '' ? [] : [element('span', { hidden: '', 'aria-hidden': 'true' }, text)];

/** The text of a line with its emphasis; marks stay in it but hidden, since positions count them (inline-text.tsx). */
function lineContent(content: string, { runs, from, to }: ParsedBlock): (string | HTMLElement)[] {
  let at = from;
  const parts = runs.flatMap(({ text, em, strong, from: start, to: end }) => {
    const marks = hidden(content.slice(at, start));
    at = end;
    const bold = strong ? element('strong', {}, text) : text;
    return [...marks, em ? element('em', {}, bold) : bold];
  });
  return [...parts, ...hidden(content.slice(at, to))];
}

/** The lines up to `count` of a chapter, as features/chapters/reader/chapter-text.tsx shows them. */
export function drawText(
  { content, paragraphIds }: Pick<Chapter, 'content' | 'paragraphIds'>,
  language: string,
  count: number,
): HTMLElement {
  const blocks = parseChapterText(content);
  const lines = blocks.slice(0, count).flatMap((block, at) => {
    const id = paragraphIds[at] ?? null;
    if (id === null) return [];
    const place = { 'data-paragraph': String(id) };
    if (block.kind === 'scene-break') return [element('hr', { ...place, class: 'scene-break' })];
    const attributes = { ...place, dir: 'auto', class: classOfLine(block, blocks[at + 1]) };
    return [element('p', attributes, ...lineContent(content, block))];
  });
  return element('div', { class: 'chapter-text', lang: language }, ...lines);
}
