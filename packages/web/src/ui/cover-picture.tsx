import { type Area, CoverArt, coverStyle, drawableText, Print, whole } from './cover-art.tsx';
import { type CoveredStory, coverDesign, coverHeight } from './cover-design.ts';
import { paletteOf, patternOf } from './cover-prints.ts';

const pictureWidth = 1200;
const pictureHeight = 630;
const shownHeight = 550;
const scale = shownHeight / coverHeight;
const left = (pictureWidth - 100 * scale) / 2;
const top = (pictureHeight - shownHeight) / 2;

interface Props {
  story: CoveredStory;
  /** The address of the cover's image; null for a generated cover. */
  image: string | null;
}

/** A picture of a story's cover on the pattern of its generated cover, for link previews. */
export function CoverPicture({ story, image }: Props) {
  const title = drawableText(story.title);
  const design = coverDesign({ ...story, title, author: title && drawableText(story.author) });
  const palette = paletteOf(design.palette);
  const pattern = patternOf(design.pattern);
  const ground: Area = {
    x: -left / scale,
    y: -top / scale,
    width: pictureWidth / scale,
    height: pictureHeight / scale,
  };
  // A pattern as large as the cover is one picture, which shows seams where it repeats.
  const tiled = pattern.figures.every((figure) => figure === null || figure.width < 100);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={pictureWidth}
      height={pictureHeight}
      role="img"
      aria-label={story.title}
    >
      <style>{coverStyle(palette, design.layout)}</style>
      <clipPath id="edge">
        <rect {...whole} rx={0.8} />
      </clipPath>
      <g transform={`translate(${left} ${top}) scale(${scale})`}>
        <rect {...ground} fill={palette.ground} />
        {tiled && (
          <g opacity={0.4}>
            <Print id="ground" pattern={pattern} palette={palette} area={ground} />
          </g>
        )}
        {/* Darker than the cover, so that the two differ. */}
        <rect {...ground} fillOpacity={0.16} />
        {[3, 2, 1].map((spread) => (
          <rect
            key={spread}
            x={-spread}
            y={1.5 - spread}
            width={100 + 2 * spread}
            height={coverHeight + 2 * spread}
            rx={spread}
            fillOpacity={0.13}
          />
        ))}
        <g clipPath="url(#edge)">
          {image === null ? (
            <CoverArt design={design} pattern={pattern} palette={palette} />
          ) : (
            <image {...whole} href={image} preserveAspectRatio="xMidYMid slice" />
          )}
          <rect x={4} width={1} height={coverHeight} fillOpacity={0.12} />
        </g>
      </g>
    </svg>
  );
}
