import { type ComponentProps, type ReactElement, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useLazyMenu } from '../../lib/use-lazy-menu.ts';
import type { EntryInMenu } from './entry-menu.tsx';

const EntryMenu = lazyComponent(async () => (await import('./entry-menu.tsx')).EntryMenu);

interface Props {
  entry: EntryInMenu;
  /** Renders the button with the given props. */
  button: (props: ComponentProps<'button'>) => ReactElement;
  /** Edits the note. */
  onNote: () => void;
  onCollect?: () => void;
}

/** The button of the menu of a library entry. The menu is loaded on first use. */
export function EntryMenuButton({ button, ...actions }: Props) {
  const [open, setOpen] = useState(false);
  const [first, menu] = useLazyMenu(open, setOpen);
  return (
    <>
      {first && button(first)}
      {menu && <EntryMenu {...menu} {...actions} trigger={button({})} />}
    </>
  );
}
