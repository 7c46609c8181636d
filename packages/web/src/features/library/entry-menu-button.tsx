import { type ReactElement, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import type { EntryInMenu } from './entry-menu.tsx';

const EntryMenu = lazyComponent(async () => (await import('./entry-menu.tsx')).EntryMenu);

interface Opening {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: () => void;
}

interface Props {
  entry: EntryInMenu;
  /** Renders the button with the given props. */
  button: (opening: Opening) => ReactElement;
  /** Edits the note. */
  onNote: () => void;
  onCollect?: () => void;
}

/** The button of the menu of a library entry. The menu is loaded on first use. */
export function EntryMenuButton({ entry, button, onNote, onCollect }: Props) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const [ready, setReady] = useState(false);
  const openFirst = () => {
    setUsed(true);
    setOpen(true);
  };
  return (
    <>
      {!ready && button({ 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: openFirst })}
      {used && (
        <EntryMenu
          entry={entry}
          trigger={button({})}
          open={open}
          onOpenChange={setOpen}
          onReady={() => setReady(true)}
          onNote={onNote}
          onCollect={onCollect}
          onLoadFailed={() => {
            setUsed(false);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
