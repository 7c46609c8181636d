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

/**
 * What the server's fonts for drawing have of Latin, Greek and Cyrillic, with accents and punctuation. Anything else would be
 * drawn as an empty box or left out: letters of other scripts, and of languages that these fonts do not serve.
 */
const drawable = new RegExp(
  `^[${[
    // Latin, with Vietnamese and transliterations
    ' -~\u00a0-\u017e\u0192\u01a0\u01a1\u01af\u01b0\u01c4-\u01dc\u01fa-\u021b',
    '\u1e0c-\u1e0f\u1e24\u1e25\u1e2a\u1e2b\u1e36-\u1e3b\u1e42-\u1e49\u1e5a-\u1e69\u1e6c-\u1e6f\u1e80-\u1e85\u1e92\u1e93\u1e9e\u1ea0-\u1ef9',
    '\u0300-\u0304\u0306-\u030c\u0323',
    // Greek
    '\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u1f00-\u1f15\u1f18-\u1f1d\u1f20-\u1f45\u1f48-\u1f4d\u1f50-\u1f57',
    '\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fc4\u1fc6-\u1fd3\u1fd6-\u1fdb',
    // Cyrillic, with Kazakh, Kyrgyz, Tatar and Mongolian
    '\u0401-\u044f\u0451-\u045f\u0490-\u0493\u0496\u0497\u049a\u049b\u04a2\u04a3\u04ae-\u04b1\u04ba\u04bb\u04d8\u04d9\u04e8\u04e9',
    // Punctuation
    '\u2010\u2012-\u2015\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u2116',
  ].join('')}]*$`,
);
const emoji = /\p{Extended_Pictographic}|[\u200d\ufe0f]/gu;

/** A text without emoji if the rest can be drawn, otherwise nothing. */
export const drawableText = (text: string): string => {
  const plain = text.replace(emoji, '').trim();
  return drawable.test(plain) ? plain : '';
};
