import { type RefObject, useLayoutEffect, useRef } from 'react';
import { changeReadingSettings, fontSizes, readingThemes, useReadingSettings } from './reading-settings.ts';

const sizeNames = { sm: 'Small', md: 'Medium', lg: 'Large', xl: 'Extra large' };
const themeNames = { dark: 'Dark', sepia: 'Sepia', light: 'Light' };

interface ChoiceProps<T extends string> {
  name: string;
  legend: string;
  options: readonly T[];
  names: Record<T, string>;
  value: T;
  onChange: (value: T) => void;
}

function Choice<T extends string>({ name, legend, options, names, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm text-muted">{legend}</legend>
      <div className="flex flex-wrap gap-1">
        {options.map((option) => (
          <label
            key={option}
            className="inline-flex min-h-11 items-center rounded-md border border-control px-3 has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={value === option}
              onChange={() => onChange(option)}
            />
            {names[option]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Font size and theme, applied immediately. If it has the focus when it closes, the focus returns to its opener. */
export function SettingsBar({ opener }: { opener: RefObject<HTMLElement | null> }) {
  const { size, theme } = useReadingSettings();
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const inside = bar.current;
    return () => {
      if (inside?.contains(document.activeElement)) opener.current?.focus();
    };
  }, [opener]);
  return (
    <div ref={bar} className="reader-bar flex flex-wrap gap-x-8 gap-y-3 px-4 py-3 sm:px-6">
      <Choice
        name="size"
        legend="Font size"
        options={fontSizes}
        names={sizeNames}
        value={size}
        onChange={(next) => changeReadingSettings({ size: next })}
      />
      <Choice
        name="reading-theme"
        legend="Theme"
        options={readingThemes}
        names={themeNames}
        value={theme}
        onChange={(next) => changeReadingSettings({ theme: next })}
      />
    </div>
  );
}
