import { type ParsedBlock, parseChapterText } from '@inkling/contract/chapter-text';
import type { Chapter } from '@inkling/contract/chapters';
import { memo, type Ref, useMemo } from 'react';
import { sliceLines } from './first-slices.ts';
import { InlineText } from './inline-text.tsx';
import type { Slices } from './use-text-slices.ts';

/** The class of a line of a chapter, as reading.css names it; undefined for a paragraph. */
function classOfLine({ kind, runs }: ParsedBlock, next: ParsedBlock | undefined): string | undefined {
  if (kind !== 'verse') return undefined;
  return ['verse', runs.length === 0 && 'verse-gap', next?.kind !== 'verse' && 'verse-end']
    .filter((name) => name !== false)
    .join(' ');
}

type Text = Pick<Chapter, 'content' | 'paragraphIds'>;

interface Props {
  chapter: Text;
  language: string;
  /** Which slices of it are rendered; all by default. */
  slices?: Slices;
  /** Where a written page opens it, as JSON. */
  place?: string | undefined;
  ref: Ref<HTMLDivElement>;
}

/** A chapter's text (docs/product/chapter-text.md); each paragraph carries its id, which positions refer to. */
export const ChapterText = memo(function ChapterText({
  chapter: { content, paragraphIds },
  language,
  slices,
  place,
  ref,
}: Props) {
  const blocks = useMemo(() => parseChapterText(content), [content]);
  const [first, last] = [slices?.first ?? 0, slices?.last ?? Math.floor((blocks.length - 1) / sliceLines)];
  const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <div ref={ref} lang={language} className="chapter-text" data-missing={slices?.missing} data-place={place}>
      {shown.map((slice) => (
        <Lines key={slice} content={content} paragraphIds={paragraphIds} blocks={blocks} slice={slice} />
      ))}
    </div>
  );
});

/** The lines of a slice; those that are rendered already are not rendered again for the next slice. */
const Lines = memo(function Lines({
  content,
  paragraphIds,
  blocks,
  slice,
}: Text & { blocks: readonly ParsedBlock[]; slice: number }) {
  const from = slice * sliceLines;
  return blocks.slice(from, from + sliceLines).map((block, at) => {
    const id = paragraphIds[from + at] ?? null;
    if (id === null) return null;
    return block.kind === 'scene-break' ? (
      <hr key={id} data-paragraph={id} className="scene-break" />
    ) : (
      <p key={id} data-paragraph={id} dir="auto" className={classOfLine(block, blocks[from + at + 1])}>
        <InlineText content={content} block={block} />
      </p>
    );
  });
});
