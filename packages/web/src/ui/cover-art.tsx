import { type CoverDesign, coverHeight } from './cover-design.ts';
import { CoverFace } from './cover-face.tsx';
import type { Palette, Pattern } from './cover-prints.ts';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The whole cover. */
export const whole: Area = { x: 0, y: 0, width: 100, height: coverHeight };
/** The part of the cover that shows the pattern, as in covers.css. */
const patternAreas: Partial<Record<CoverDesign['layout'], Area>> = {
  split: { x: 0, y: 68, width: 100, height: coverHeight - 68 },
  window: { x: 24, y: 70, width: 52, height: 52 },
  strip: { x: 0, y: 0, width: 27, height: coverHeight },
};

/** The pattern, tiled over an area. */
export function Print({
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

/** The rules of CoverFace in a picture, which covers.css does not reach. */
export const coverStyle = (palette: Palette, layout: CoverDesign['layout']): string =>
  `.cover-plate{fill:${palette.plate}}.cover-frame{fill:none;stroke:${palette.ink};stroke-width:.7}
  .cover-ornament{fill:${palette.print}}text{fill:${layout === 'window' ? palette['on-ground'] : palette.ink};font-family:Literata,serif}
  .cover-title{font-weight:600}`;

interface Props {
  design: CoverDesign;
  pattern: Pattern;
  palette: Palette;
}

/** A generated cover as shapes, 100 units wide. Without a title it has its pattern alone. */
export function CoverArt({ design, pattern, palette }: Props) {
  const hasTitle = design.lines.some(({ of }) => of === 'title');
  const shown = (hasTitle && patternAreas[design.layout]) || whole;
  const round = shown === patternAreas.window;
  const area = design.rtl ? { ...shown, x: whole.width - shown.x - shown.width } : shown;
  return (
    <>
      <clipPath id="area">{round ? <circle cx={50} cy={area.y + 26} r={26} /> : <rect {...area} />}</clipPath>
      <rect {...whole} fill={palette.ground} />
      <g clipPath="url(#area)">
        <Print id="cover" pattern={pattern} palette={palette} area={area} />
      </g>
      {round && <circle cx={50} cy={96} r={28} fill="none" stroke={palette['on-ground']} strokeWidth={0.7} />}
      {hasTitle && <CoverFace design={design} />}
    </>
  );
}

/** Letters that the server's fonts for drawing have; those of other scripts would be left out. */
const drawable = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{M}]*$/u;
const emoji = /\p{Extended_Pictographic}|[\u200d\ufe0f]/gu;

/** A text without emoji if the rest can be drawn, otherwise nothing. */
export const drawableText = (text: string): string => {
  const plain = text.replace(emoji, '').trim();
  return drawable.test(plain) ? plain : '';
};
