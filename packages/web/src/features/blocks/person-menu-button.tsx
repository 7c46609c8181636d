import { Ellipsis } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useLazyMenu } from '../../lib/use-lazy-menu.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { displayNameOf } from '../users/display-name.ts';
import type { PersonInMenu } from './person-menu.tsx';

const PersonMenu = lazyComponent(async () => (await import('./person-menu.tsx')).PersonMenu);

/** The button of the menu that mutes or blocks a person, or reports what they wrote. The menu is loaded on first use. */
export function PersonMenuButton(props: PersonInMenu) {
  const [open, setOpen] = useState(false);
  const [first, menu] = useLazyMenu(open, setOpen);
  const button = (more: Partial<ComponentProps<'button'>>) => (
    <IconButton
      {...more}
      icon={Ellipsis}
      label={`${props.onBan ? 'Mute, block, report or ban' : 'Mute, block or report'} ${displayNameOf(props.person)}`}
    />
  );
  return (
    <>
      {first && button(first)}
      {menu && <PersonMenu {...menu} {...props} trigger={button({})} />}
    </>
  );
}
