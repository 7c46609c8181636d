import { colors, type HighlightColor } from './colors.ts';

/** A color as a button or in a list. */
export const Swatch = ({ color }: { color: HighlightColor }) => (
  <span
    aria-hidden="true"
    className="inline-block size-6 flex-none rounded-full border border-control forced-color-adjust-none"
    style={{ background: colors[color].background }}
  />
);
