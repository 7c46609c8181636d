import { useId } from 'react';
import { colors, type HighlightColor, highlightColors } from './colors.ts';
import { Swatch } from './swatch.tsx';

interface Props {
  value: HighlightColor;
  onChange: (color: HighlightColor) => void;
  disabled?: boolean;
}

/** The five colors of highlights, each with its name. */
export function ColorField({ value, onChange, disabled = false }: Props) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Color</legend>
      <div className="flex flex-wrap gap-1">
        {highlightColors.map((color) => (
          <label
            key={color}
            className="inline-flex min-h-11 items-center gap-2 rounded-md border border-transparent px-2 has-checked:border-control has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              disabled={disabled}
              checked={value === color}
              onChange={() => onChange(color)}
            />
            <Swatch color={color} />
            {colors[color].name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
