import { ArrowLeft, Settings2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ProgressLine } from '../../features/chapters/reader/progress-line.tsx';
import type { TriedTheme } from '../../features/reading-comfort/text-settings.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';

const SettingsPanel = lazyComponent(
  async () => (await import('../../features/reading-comfort/settings-panel.tsx')).SettingsPanel,
);

interface Props {
  editor: string;
  text: RefObject<HTMLElement | null>;
  unsaved: boolean;
  turnsLeft: boolean;
  tried: TriedTheme;
}

/** Says that this is a preview, with the reading settings and the way back to the editor. */
export function PreviewHeader({ editor, text, unsaved, turnsLeft, tried }: Props) {
  const [settingsOpen, setSettingsOpen] = useState(false);
  const settings = useRef<HTMLButtonElement>(null);
  return (
    <div className="sticky top-(--notice-height) z-20 bg-surface">
      <SkipLink />
      <header className="reader-bar flex items-center gap-x-1 px-1 py-1 sm:gap-x-2 sm:px-3">
        <Link
          to={editor}
          aria-label="Back to the editor"
          title="Back to the editor"
          className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
        >
          <ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
        </Link>
        <p className="min-w-0 flex-1 text-sm leading-snug">
          <strong className="font-semibold">Preview. Only you can see this.</strong>
          {unsaved && <span className="block text-muted">With your unsaved changes.</span>}
        </p>
        <IconButton
          icon={Settings2}
          ref={settings}
          label="Reading settings"
          aria-expanded={settingsOpen}
          onClick={() => setSettingsOpen(!settingsOpen)}
        />
      </header>
      {settingsOpen && <SettingsPanel opener={settings} tried={tried} />}
      <ProgressLine text={text} turnsLeft={turnsLeft} />
    </div>
  );
}
