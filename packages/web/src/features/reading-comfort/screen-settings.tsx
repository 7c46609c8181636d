import { type ReadingSettings, readingChoices } from '@inkling/contract/reading-settings';
import { Switch } from '../../ui/switch.tsx';
import { changeReadingSettings } from './change-settings.ts';
import type { RainState } from './rain.ts';
import { useReaderTools } from './reader-tools.ts';
import { Choice } from './setting-fields.tsx';

const layoutNames = { scroll: 'Scrolling', paged: 'Pages' };
const controlNames = { always: 'Always shown', auto: 'Hide while reading', focus: 'Text only' };
const controlHints = {
  always: 'The bar stays in view.',
  auto: 'The bar hides while you read. Scroll up, tap or press a key to bring it back.',
  focus: 'Shows only the text. Scroll up, tap or press Esc to bring the bar back.',
};

/** How the reading screen behaves. The preview of a chapter has none of this. */
export function ScreenSettings({ settings }: { settings: ReadingSettings }) {
  const tools = useReaderTools();
  if (tools === null) return null;
  return (
    <>
      <Choice
        legend="Layout"
        options={readingChoices.layout}
        names={layoutNames}
        value={settings.layout}
        onChange={(layout) => changeReadingSettings({ layout })}
      />
      {tools.setsVertically && (
        <Switch
          label="Vertical text"
          hint="In the “Pages” layout, which it turns on."
          checked={settings.vertical && settings.layout === 'paged'}
          onChange={({ target: { checked } }) =>
            changeReadingSettings({ vertical: checked, ...(checked && { layout: 'paged' }) })
          }
        />
      )}
      <div>
        <Choice
          legend="Bars"
          options={readingChoices.controls}
          names={controlNames}
          value={settings.controls}
          onChange={(controls) => changeReadingSettings({ controls })}
        />
        <p className="mt-1 text-sm text-muted">{controlHints[settings.controls]}</p>
      </div>
      <div>
        <Switch
          label="Rain sound"
          {...(settings.rain && hintOf(tools.rain))}
          checked={settings.rain}
          onChange={({ target }) => changeReadingSettings({ rain: target.checked })}
        />
        <Switch
          label="Keep the screen on"
          {...(!canStayAwake() && { hint: 'This browser can’t do that.' })}
          disabled={!canStayAwake()}
          checked={settings.awake && canStayAwake()}
          onChange={({ target }) => changeReadingSettings({ awake: target.checked })}
        />
        <Switch
          label="Keyboard shortcuts"
          {...(settings.keys && { hint: 'Press ? for a list.' })}
          checked={settings.keys}
          onChange={({ target }) => changeReadingSettings({ keys: target.checked })}
        />
      </div>
    </>
  );
}

function hintOf(rain: RainState): { hint?: string } {
  if (rain === 'waiting') return { hint: 'Starts with your next tap or key press.' };
  return rain === 'failed' ? { hint: 'The sound couldn’t be loaded. Turn it off and on again.' } : {};
}

const canStayAwake = (): boolean => 'wakeLock' in navigator;
