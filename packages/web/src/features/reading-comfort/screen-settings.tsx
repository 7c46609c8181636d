import { type ReadingSettings, readingChoices } from '@inkling/contract/reading-settings';
import { changeReadingSettings } from './change-settings.ts';
import type { RainState } from './rain.ts';
import { useReaderTools } from './reader-tools.ts';
import { Choice, Toggle } from './setting-fields.tsx';

const layoutNames = { scroll: 'Scrolling', paged: 'Pages' };
const controlNames = { always: 'Always', auto: 'Fade', focus: 'Focus' };
const controlHints = {
  always: 'The bar stays in view.',
  auto: 'The bar hides while you read, and returns on a scroll up, a key or a tap.',
  focus: 'Only the text. The bar returns on a scroll up, a tap or Esc.',
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
      <div>
        <Choice
          legend="Controls"
          options={readingChoices.controls}
          names={controlNames}
          value={settings.controls}
          onChange={(controls) => changeReadingSettings({ controls })}
        />
        <p className="mt-1 text-sm text-muted">{controlHints[settings.controls]}</p>
      </div>
      <div>
        <Toggle
          label="Sound of rain"
          {...(settings.rain && hintOf(tools.rain))}
          on={settings.rain}
          onChange={(rain) => changeReadingSettings({ rain })}
        />
        <Toggle
          label="Keep the screen on"
          {...(!canStayAwake() && { hint: 'This browser can’t do that.' })}
          disabled={!canStayAwake()}
          on={settings.awake && canStayAwake()}
          onChange={(awake) => changeReadingSettings({ awake })}
        />
        <Toggle
          label="Keyboard shortcuts"
          {...(settings.keys && { hint: 'Press ? for a list.' })}
          on={settings.keys}
          onChange={(keys) => changeReadingSettings({ keys })}
        />
      </div>
    </>
  );
}

function hintOf(rain: RainState): { hint?: string } {
  if (rain === 'waiting') return { hint: 'Starts with your next tap or key.' };
  return rain === 'failed' ? { hint: 'The sound could not be loaded. Switch it off and on again.' } : {};
}

const canStayAwake = (): boolean => 'wakeLock' in navigator;
