import { type ParsedBlock, parseChapterText } from '@inkling/contract/chapter-text';
import type { Chapter } from '@inkling/contract/chapters';
import { memo, type Ref } from 'react';
import { InlineText } from './inline-text.tsx';

/** A chapter's text (docs/product/chapter-text.md); each paragraph carries its id, which positions refer to. */
export const ChapterText = memo(function ChapterText({
  chapter: { content, paragraphIds },
  language,
  ref,
}: {
  chapter: Pick<Chapter, 'content' | 'paragraphIds'>;
  language: string;
  ref: Ref<HTMLDivElement>;
}) {
  const blocks = parseChapterText(content);
  return (
    <div ref={ref} lang={language} className="chapter-text">
      {blocks.map((block, index) => {
        const id = paragraphIds[index] ?? null;
        if (id === null) return null;
        return block.kind === 'scene-break' ? (
          <hr key={id} data-paragraph={id} className="scene-break" />
        ) : (
          <p key={id} data-paragraph={id} dir="auto" className={classOf(block, blocks[index + 1])}>
            <InlineText content={content} block={block} />
          </p>
        );
      })}
    </div>
  );
});

function classOf({ kind, runs }: ParsedBlock, next: ParsedBlock | undefined): string | undefined {
  if (kind !== 'verse') return undefined;
  return ['verse', runs.length === 0 && 'verse-gap', next?.kind !== 'verse' && 'verse-end']
    .filter((name) => name !== false)
    .join(' ');
}
