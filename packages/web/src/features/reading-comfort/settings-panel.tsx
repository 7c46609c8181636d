import { AudioLines, X } from 'lucide-react';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { useCloseOnBack } from '../../ui/close-on-back.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useReadingSettings } from '../chapters/reader/reading-settings.ts';
import { resetReadingSettings } from './change-settings.ts';
import { useReaderTools } from './reader-tools.ts';
import { ScreenSettings } from './screen-settings.tsx';
import { TextSettings, type TriedTheme } from './text-settings.tsx';
import { useSettingsSync } from './use-settings-sync.ts';

interface Props {
  opener: RefObject<HTMLElement | null>;
  tried?: TriedTheme;
}

/**
 * The reading settings, applied at once: beside the text, or over its lower part on a phone. Not modal, so that the text
 * can be scrolled. `opener` opens and closes it, and gets the focus back.
 */
export function SettingsPanel({ opener, tried }: Props) {
  const settings = useReadingSettings();
  const tools = useReaderTools();
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = useId();
  useSettingsSync();
  useLayoutEffect(() => {
    const [inside, button] = [panel.current, opener.current];
    heading.current?.focus({ preventScroll: true });
    return () => {
      // Not visible, else the header would stay after Esc.
      if (inside?.contains(document.activeElement))
        button?.focus({ preventScroll: true, focusVisible: false });
    };
  }, [opener]);
  const close = () => opener.current?.click();
  useCloseOnBack(true, close);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && panel.current?.contains(target);
      // The opener closes it itself; the text may be scrolled beside it.
      if (isInside || opener.current?.contains(target instanceof Node ? target : null)) return;
      if (matchMedia('(width < 40rem)').matches) opener.current?.click();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [opener]);
  return createPortal(
    <div ref={panel} role="dialog" aria-labelledby={title} className="settings-panel">
      <div className="settings-head">
        <h2 ref={heading} id={title} tabIndex={-1} className="font-serif text-xl outline-none">
          Reading settings
        </h2>
        <IconButton icon={X} label="Close" className="-me-2" onClick={close} />
      </div>
      <div className="grid gap-5">
        <TextSettings settings={settings} tried={tried} />
        <ScreenSettings settings={settings} />
        <div className="flex flex-wrap gap-2">
          {tools !== null && (
            <Button
              onClick={() => {
                close();
                tools.readAloud();
              }}
            >
              <AudioLines aria-hidden="true" className="size-5" />
              Read aloud
            </Button>
          )}
          <Button variant="ghost" onClick={resetReadingSettings}>
            Reset
          </Button>
        </div>
      </div>
    </div>,
    document.body,
  );
}
