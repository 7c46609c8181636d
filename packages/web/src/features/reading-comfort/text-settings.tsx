import {
  isStoreTheme,
  type ReadingSettings,
  readingChoices,
  readingRanges,
} from '@inkling/contract/reading-settings';
import { useQuery } from '@tanstack/react-query';
import { useSessionState } from '../../lib/session.ts';
import { Switch } from '../../ui/switch.tsx';
import { inventoryQuery } from '../store/store.api.ts';
import { changeReadingSettings } from './change-settings.ts';
import { Choice, Slider } from './setting-fields.tsx';

const sizeNames = {
  sm: 'Small',
  md: 'Medium',
  lg: 'Large',
  xl: 'Extra large',
  '2xl': 'Huge',
  '3xl': 'Largest',
};
const sizeClasses = {
  sm: 'text-sm',
  md: 'text-base',
  lg: 'text-lg',
  xl: 'text-xl',
  '2xl': 'text-2xl',
  '3xl': 'text-3xl',
};
const themeNames = {
  dark: 'Dark',
  sepia: 'Sepia',
  light: 'Light',
  system: 'System',
  dusk: 'Dusk',
  moss: 'Moss',
};

/** The themes for everyone, and those that the reader owns or reads in. */
function useThemes(chosen: ReadingSettings['theme']) {
  const isMember = useSessionState() === 'member';
  const inventory = useQuery({ ...inventoryQuery, enabled: isMember });
  const owned = inventory.data?.data.map(({ item }) => item._id) ?? [];
  return readingChoices.theme.filter(
    (theme) => !isStoreTheme(theme) || theme === chosen || owned.includes(`theme-${theme}`),
  );
}
const marginNames = { narrow: 'Narrow', normal: 'Normal', wide: 'Wide' };
const faceNames = { serif: 'Serif', sans: 'Sans', dyslexic: 'OpenDyslexic' };

/** A theme that is tried on a page and stored nowhere; null is the site's own. */
export interface TriedTheme {
  theme: ReadingSettings['theme'] | null;
  onChange: (theme: ReadingSettings['theme']) => void;
}

interface Props {
  settings: ReadingSettings;
  tried?: TriedTheme | undefined;
}

/** How the text looks. */
export function TextSettings({ settings, tried }: Props) {
  const themes = useThemes(settings.theme);
  const shown = tried ?? {
    theme: settings.theme,
    onChange: (theme: ReadingSettings['theme']) => changeReadingSettings({ theme }),
  };
  return (
    <>
      <Choice
        legend="Font size"
        options={readingChoices.size}
        names={sizeNames}
        value={settings.size}
        onChange={(size) => changeReadingSettings({ size })}
        show={(size) => <span className={`font-serif leading-none ${sizeClasses[size]}`}>A</span>}
      />
      <fieldset className="min-w-0">
        <legend className="setting-label">Theme</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(3.75rem,1fr))] gap-2">
          {themes.map((theme) => (
            <label key={theme} data-theme-sample={theme} className="theme-sample">
              <input
                type="radio"
                className="sr-only"
                name="reading-theme"
                checked={shown.theme === theme}
                onChange={() => shown.onChange(theme)}
              />
              {themeNames[theme]}
            </label>
          ))}
        </div>
      </fieldset>
      <Choice
        legend="Typeface"
        options={readingChoices.face}
        names={faceNames}
        value={settings.face}
        onChange={(face) => changeReadingSettings({ face })}
      />
      <Slider
        label="Line height"
        range={readingRanges.lineHeight}
        value={settings.lineHeight}
        says={settings.lineHeight.toFixed(1)}
        onChange={(lineHeight) => changeReadingSettings({ lineHeight })}
      />
      <Slider
        label="Text width"
        range={readingRanges.width}
        value={settings.width}
        says={`${settings.width} characters`}
        onChange={(width) => changeReadingSettings({ width })}
      />
      <Slider
        label="Letter spacing"
        range={readingRanges.letterSpacing}
        value={settings.letterSpacing}
        says={`${Math.round(settings.letterSpacing * 100)}%`}
        onChange={(letterSpacing) => changeReadingSettings({ letterSpacing })}
      />
      <Choice
        legend="Margins"
        options={readingChoices.margins}
        names={marginNames}
        value={settings.margins}
        onChange={(margins) => changeReadingSettings({ margins })}
      />
      <Switch
        label="Justified text"
        checked={settings.justify}
        onChange={({ target }) => changeReadingSettings({ justify: target.checked })}
      />
    </>
  );
}
