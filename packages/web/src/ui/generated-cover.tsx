import { CoverArt, coverStyle, drawableText, whole } from './cover-art.tsx';
import { type CoveredStory, coverDesign } from './cover-design.ts';
import { paletteOf, patternOf } from './cover-prints.ts';

interface Props {
  story: CoveredStory;
  /** The width in pixels; covers are 3:4. */
  width: number;
}

/** Whether `drawableText` leaves something of title and author. */
export const isDrawable = ({ title, author }: CoveredStory): boolean =>
  [title, author].every((text) => drawableText(text) !== '');

/** The cover of a story without an image, as a picture of its own. */
export function GeneratedCover({ story, width }: Props) {
  const shown = isDrawable(story)
    ? { ...story, title: drawableText(story.title), author: drawableText(story.author) }
    : story;
  const design = coverDesign(shown);
  const palette = paletteOf(design.palette);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={(width * 4) / 3}
      viewBox={`0 0 ${whole.width} ${whole.height}`}
      role="img"
      aria-label={story.title}
      direction={design.rtl ? 'rtl' : 'ltr'}
    >
      <style>{coverStyle(palette, design.layout)}</style>
      <CoverArt design={design} pattern={patternOf(design.pattern)} palette={palette} />
    </svg>
  );
}
