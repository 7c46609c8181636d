import type { Story } from '@inkling/contract/stories';
import { BookDown, Download, EyeOff, Flag, Library, TabletSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { fileName } from '../../features/exports/export-form.tsx';
import { useEbookDownload } from '../../features/exports/exports.api.ts';
import { LazyReportDialog } from '../../features/reports/report-button.tsx';
import { isComingSoon } from '../../features/stories/story-text.ts';
import { storyThings } from '../../features/stories/story-things.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { canKeep } from '../../lib/offline/can-keep.ts';
import { paths } from '../../lib/paths.ts';
import { useConnection } from '../../lib/use-connection.ts';
import { Menu, MenuItem, type MenuProps } from '../../ui/menu.tsx';

const AddToCollectionDialog = lazyComponent(
  async () => (await import('../../features/collections/add-to-collection-dialog.tsx')).AddToCollectionDialog,
);
const HideDialog = lazyComponent(
  async () => (await import('../../features/stories/labels/hide-dialog.tsx')).HideDialog,
);

interface Props extends MenuProps {
  story: Story;
  mine: boolean;
  /** Keeps the story on this device. */
  onKeep: () => void;
}

/** What a member can do with a published story besides reading, bookmarking and liking it. */
export function StoryMenu({ story, mine, onKeep, ...menu }: Props) {
  const [dialog, setDialog] = useState<'collect' | 'hide' | 'report' | null>(null);
  const navigate = useNavigate();
  const disabled = useConnection() !== 'online';
  const close = () => setDialog(null);
  const ebook = useEbookDownload(story._id, (extension) => fileName(story.title, extension));
  return (
    <>
      <Menu {...menu}>
        <MenuItem disabled={disabled} onSelect={() => setDialog('collect')}>
          <Library aria-hidden="true" className="size-5" />
          Add to collection
        </MenuItem>
        {canKeep() && !isComingSoon(story) && (
          <MenuItem disabled={disabled} onSelect={onKeep}>
            <Download aria-hidden="true" className="size-5" />
            Keep offline
          </MenuItem>
        )}
        {story.allowsEbook && !isComingSoon(story) && (
          <>
            <MenuItem disabled={disabled || ebook.isPending} onSelect={() => ebook.mutate('epub')}>
              <BookDown aria-hidden="true" className="size-5" />
              Download EPUB
            </MenuItem>
            <MenuItem disabled={disabled || ebook.isPending} onSelect={() => ebook.mutate('kepub')}>
              <BookDown aria-hidden="true" className="size-5" />
              Download for Kobo (KEPUB)
            </MenuItem>
            <MenuItem onSelect={() => void navigate(paths.devices)}>
              <TabletSmartphone aria-hidden="true" className="size-5" />
              Read on other devices
            </MenuItem>
          </>
        )}
        {!mine && (
          <>
            <MenuItem disabled={disabled} onSelect={() => setDialog('hide')}>
              <EyeOff aria-hidden="true" className="size-5" />
              Hide this story
            </MenuItem>
            <MenuItem disabled={disabled} onSelect={() => setDialog('report')}>
              <Flag aria-hidden="true" className="size-5" />
              {disabled ? 'Report (needs a connection)' : 'Report'}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'collect' && <AddToCollectionDialog story={story} onClose={close} />}
      {dialog === 'hide' && <HideDialog story={story} onClose={close} />}
      {dialog === 'report' && <LazyReportDialog things={storyThings(story)} onClose={close} />}
    </>
  );
}
