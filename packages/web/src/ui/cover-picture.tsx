import { type CoverDesign, coverDesign, coverHeight } from './cover-design.ts';
import { CoverFace } from './cover-face.tsx';
import { type Palette, type Pattern, paletteOf, patternOf } from './cover-prints.ts';

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const whole: Area = { x: 0, y: 0, width: 100, height: coverHeight };
/** The part of the cover that shows the pattern, as in covers.css. */
const patternAreas: Partial<Record<CoverDesign['layout'], Area>> = {
  split: { x: 0, y: 68, width: 100, height: coverHeight - 68 },
  window: { x: 24, y: 70, width: 52, height: 52 },
  strip: { x: 0, y: 0, width: 27, height: coverHeight },
};

/** The pattern, tiled over an area. */
function Print({
  id,
  pattern,
  palette,
  area,
}: {
  id: string;
  pattern: Pattern;
  palette: Palette;
  area: Area;
}) {
  return pattern.figures.map((figure, index) => {
    if (figure === null) return null;
    const name = `${id}-${index}`;
    const x = area.x + (area.width - figure.width) * pattern.at[0];
    const y = area.y + (area.height - figure.height) * pattern.at[1];
    const { width, height, viewBox, markup } = figure;
    const color = palette[index === 0 ? 'print' : 'print-2'];
    return (
      <g key={name}>
        <pattern id={name} patternUnits="userSpaceOnUse" {...{ x, y, width, height, viewBox }}>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: markup of our own style sheet */}
          <g fill={color} dangerouslySetInnerHTML={{ __html: markup(color) }} />
        </pattern>
        <rect {...area} fill={`url(#${name})`} />
      </g>
    );
  });
}

/** Letters that the fonts of link previews have; those of other scripts would be left out. */
const drawable = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{M}]*$/u;
const emoji = /\p{Extended_Pictographic}|[\u200d\ufe0f]/gu;
const drawableText = (text: string): string => {
  const plain = text.replace(emoji, '').trim();
  return drawable.test(plain) ? plain : '';
};

const pictureWidth = 1200;
const pictureHeight = 630;
const shownHeight = 550;
const scale = shownHeight / coverHeight;
const left = (pictureWidth - 100 * scale) / 2;
const top = (pictureHeight - shownHeight) / 2;

interface Props {
  story: { id: string; title: string; author: string };
  /** The address of the cover's image; null for a generated cover. */
  image: string | null;
}

/** A picture of a story's cover on the pattern of its generated cover, for link previews. */
export function CoverPicture({ story, image }: Props) {
  const title = drawableText(story.title);
  const design = coverDesign({ id: story.id, title, author: title && drawableText(story.author) });
  const palette = paletteOf(design.palette);
  const pattern = patternOf(design.pattern);
  const ground: Area = {
    x: -left / scale,
    y: -top / scale,
    width: pictureWidth / scale,
    height: pictureHeight / scale,
  };
  const textColor = design.layout === 'window' ? palette['on-ground'] : palette.ink;
  const area = (title !== '' && patternAreas[design.layout]) || whole;
  // A pattern as large as the cover is one picture, which shows seams where it repeats.
  const tiled = pattern.figures.every((figure) => figure === null || figure.width < 100);
  const round = area === patternAreas.window;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={pictureWidth}
      height={pictureHeight}
      role="img"
      aria-label={story.title}
    >
      <style>{`.cover-plate{fill:${palette.plate}}.cover-frame{fill:none;stroke:${palette.ink};stroke-width:.7}
        .cover-ornament{fill:${palette.print}}text{fill:${textColor};font-family:Literata}
        .cover-title{font-weight:600}`}</style>
      <clipPath id="edge">
        <rect {...whole} rx={0.8} />
      </clipPath>
      <clipPath id="area">{round ? <circle cx={50} cy={area.y + 26} r={26} /> : <rect {...area} />}</clipPath>
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
            <>
              <rect {...whole} fill={palette.ground} />
              <g clipPath="url(#area)">
                <Print id="cover" pattern={pattern} palette={palette} area={area} />
              </g>
              {round && (
                <circle cx={50} cy={96} r={28} fill="none" stroke={palette['on-ground']} strokeWidth={0.7} />
              )}
              {title !== '' && <CoverFace design={design} />}
            </>
          ) : (
            <image {...whole} href={image} preserveAspectRatio="xMidYMid slice" />
          )}
          <rect x={4} width={1} height={coverHeight} fillOpacity={0.12} />
        </g>
      </g>
    </svg>
  );
}
