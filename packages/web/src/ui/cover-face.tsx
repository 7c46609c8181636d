import { type CoverDesign, coverHeight } from './cover-design.ts';

/** Rounds to a hundredth of a percent, which no screen can show. */
const round = (length: number): number => Math.round(length * 100) / 100;

const rectProps = ({ x, y, width, height }: NonNullable<CoverDesign['plate']>) => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
});

const leaves =
  'M20 1c5 7 5 12 0 18c-5-6-5-11 0-18M20 39c-5-7-5-12 0-18c5 6 5 11 0 18M1 20c7-5 12-5 18 0c-6 5-11 5-18 0M39 20c-7 5-12 5-18 0c6-5 11-5 18 0M8 8l6 4-2 2zM32 8l-4 6-2-2zM8 32l4-6 2 2zM32 32l-6-4 2-2z';
const leavesSize = 40;

/** The plate, title and author of a generated cover, colored by covers.css. */
export function CoverFace({ design }: { design: CoverDesign }) {
  const { plate, frame, ornament, lines, anchor } = design;
  return (
    <svg
      className="cover-face"
      width={100}
      height={round(coverHeight)}
      viewBox={`0 0 100 ${round(coverHeight)}`}
      aria-hidden="true"
    >
      {plate && <rect className="cover-plate" {...rectProps(plate)} />}
      {frame && <rect className="cover-frame" {...rectProps(frame)} />}
      {ornament && (
        <path
          className="cover-ornament"
          d={leaves}
          transform={`translate(${round(ornament.x)} ${round(ornament.y)}) scale(${round(ornament.width / leavesSize)})`}
        />
      )}
      {lines.map(({ text, x, y, size, of }) => (
        <text key={y} className={`cover-${of}`} x={x} y={round(y)} fontSize={round(size)} textAnchor={anchor}>
          {text}
        </text>
      ))}
    </svg>
  );
}
