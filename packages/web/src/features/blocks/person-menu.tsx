import type { Author } from '@inkling/contract/users';
import { Ban, Flag, UserX, Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { showSuccess } from '../../lib/notify.ts';
import { Menu, MenuItem, type MenuProps } from '../../ui/menu.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { LazyReportDialog } from '../reports/report-button.tsx';
import type { Reportable } from '../reports/report-dialog.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { BlockDialog } from './block-dialog.tsx';
import { useBlocks } from './blocks.api.ts';

export interface PersonInMenu {
  person: Author;
  /** What is reported from here. */
  reports: Reportable;
  /** What the reader has done before; what someone who is blocked or muted wrote is not shown. */
  isBlocked?: boolean;
  isMuted?: boolean;
  /** For those who manage the community where it was written: asks about a ban. */
  onBan?: (() => void) | undefined;
}

const main = () => document.getElementById('main');

/** Mutes or blocks a person, or ends that; reports what they wrote. */
export function PersonMenu({
  person,
  reports,
  isBlocked,
  isMuted,
  onBan,
  ...menu
}: PersonInMenu & MenuProps) {
  const { unblock, mute, unmute } = useBlocks();
  const [asks, setAsks] = useState<'block' | 'report' | null>(null);
  // What the person wrote disappears with its menu.
  const place = useFocusAfter<HTMLSpanElement>(main);
  const name = displayNameOf(person);
  const input = { params: { id: person._id } };
  const say = (text: string) => ({ onSuccess: () => showSuccess(text) });
  return (
    <span ref={place}>
      <Menu {...menu}>
        {isMuted ? (
          <MenuItem icon={Volume2} onSelect={() => unmute.mutate(input, say(`You unmuted ${name}.`))}>
            Unmute
          </MenuItem>
        ) : (
          <MenuItem
            icon={VolumeX}
            onSelect={() =>
              mute.mutate(input, say(`You muted ${name}. You won’t see what they write. We won’t tell them.`))
            }
          >
            Mute
          </MenuItem>
        )}
        {isBlocked ? (
          <MenuItem icon={Ban} onSelect={() => unblock.mutate(input, say(`You unblocked ${name}.`))}>
            Unblock
          </MenuItem>
        ) : (
          <MenuItem icon={Ban} danger onSelect={() => setAsks('block')}>
            Block
          </MenuItem>
        )}
        <MenuItem icon={Flag} onSelect={() => setAsks('report')}>
          Report
        </MenuItem>
        {onBan !== undefined && (
          <MenuItem icon={UserX} danger onSelect={onBan}>
            Ban from the community
          </MenuItem>
        )}
      </Menu>
      {asks === 'block' && <BlockDialog person={person} onClose={() => setAsks(null)} />}
      {asks === 'report' && <LazyReportDialog things={reports} onClose={() => setAsks(null)} />}
    </span>
  );
}
