import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { chooseTheme, readTheme, type Theme } from '../../lib/theme.ts';

const choices: { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: 'system', label: 'Like the system', icon: Monitor },
  { theme: 'paper', label: 'Light', icon: Sun },
  { theme: 'ink', label: 'Dark', icon: Moon },
];

/** Light, dark, or whatever the system has. */
export function ThemeChoice() {
  const [chosen, setChosen] = useState<Theme>('system');
  useEffect(() => setChosen(readTheme()), []);
  const choose = (theme: Theme) => {
    chooseTheme(theme);
    setChosen(theme);
  };
  return (
    <fieldset className="flex gap-1 rounded-md bg-sunken p-1">
      <legend className="sr-only">Colours</legend>
      {choices.map(({ theme, label, icon: Icon }) => (
        <label
          key={theme}
          title={label}
          className="grid min-h-11 flex-1 cursor-pointer place-items-center rounded text-muted has-checked:bg-raised has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="theme"
            className="sr-only"
            checked={chosen === theme}
            onChange={() => choose(theme)}
          />
          <Icon aria-hidden="true" className="size-4" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
