import type { Chapter } from '@inkling/contract/chapters';
import { memo, type Ref } from 'react';
import { InlineText, isSceneBreak } from './inline-text.tsx';

/** A chapter's text; each paragraph carries its id, which positions refer to. */
export const ChapterText = memo(function ChapterText({
  chapter,
  language,
  ref,
}: {
  chapter: Chapter;
  language: string;
  ref: Ref<HTMLDivElement>;
}) {
  return (
    <div ref={ref} lang={language} className="chapter-text">
      {chapter.content.split('\n').map((text, index) => {
        const id = chapter.paragraphIds[index] ?? null;
        if (id === null) return null;
        return isSceneBreak(text) ? (
          <hr key={id} data-paragraph={id} className="scene-break" />
        ) : (
          <p key={id} data-paragraph={id} dir="auto">
            <InlineText text={text} />
          </p>
        );
      })}
    </div>
  );
});
