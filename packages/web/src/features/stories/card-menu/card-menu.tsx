import type { Story } from '@inkling/contract/stories';
import { EyeOff, Library, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { paths } from '../../../lib/paths.ts';
import { useMe } from '../../../lib/session.ts';
import { focusNeighbour } from '../../../ui/focus-neighbour.ts';
import { Menu, MenuItem, type MenuProps } from '../../../ui/menu.tsx';
import { useHideStory } from '../labels/labels.api.ts';

const AddToCollectionDialog = lazyComponent(
  async () => (await import('../../collections/add-to-collection-dialog.tsx')).AddToCollectionDialog,
);

interface Props extends MenuProps {
  story: Story;
  /** Whether the menu, or a dialog that it has opened, is open. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What a reader can do with a story from its card. */
export function CardMenu({ story, open, onOpenChange, ...menu }: Props) {
  const me = useMe(false);
  const hide = useHideStory();
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const [collecting, setCollecting] = useState(false);
  const collect = (shown: boolean) => {
    setCollecting(shown);
    onOpenChange(shown);
  };
  const own = me?._id === story.author._id;
  return (
    <div ref={place}>
      <Menu {...menu} open={open && !collecting} onOpenChange={onOpenChange}>
        <MenuItem onSelect={() => collect(true)}>
          <Library aria-hidden="true" className="size-5" />
          Add to collection
        </MenuItem>
        {own ? (
          <MenuItem onSelect={() => void navigate(paths.writeStory(story._id))}>
            <Pencil aria-hidden="true" className="size-5" />
            Edit story
          </MenuItem>
        ) : (
          <MenuItem
            onSelect={() => {
              hide(story);
              focusNeighbour(place.current);
            }}
          >
            <EyeOff aria-hidden="true" className="size-5" />
            Not interested
          </MenuItem>
        )}
      </Menu>
      {collecting && (
        <AddToCollectionDialog
          story={story}
          open
          onOpenChange={collect}
          onLoadFailed={() => collect(false)}
        />
      )}
    </div>
  );
}
