import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { chooseTheme, type Theme, useTheme } from '../../lib/theme.ts';
import { useIsPressable } from '../../lib/use-query-string.ts';

const choices: { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'paper', label: 'Light', icon: Sun },
  { theme: 'ink', label: 'Dark', icon: Moon },
];

/** Chooses the light, dark or system theme; `named` shows labels. */
export function ThemeChoice({ named = false }: { named?: boolean }) {
  const chosen = useTheme();
  const name = useId();
  return (
    <fieldset disabled={!useIsPressable()} className="flex gap-1 rounded-md bg-sunken p-1">
      <legend className="sr-only">Theme</legend>
      {choices.map(({ theme, label, icon: Icon }) => (
        <label
          key={theme}
          title={label}
          className="flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-2 rounded px-2 text-muted has-checked:bg-raised has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={chosen === theme}
            onChange={() => chooseTheme(theme)}
          />
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          <span className={named ? '' : 'sr-only'}>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
