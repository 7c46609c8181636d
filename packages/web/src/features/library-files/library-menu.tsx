import { Bookmark, Ellipsis, History } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { useLazyMenu } from '../../lib/use-lazy-menu.ts';
import { buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

const LibraryFilesMenu = lazyComponent(
  async () => (await import('./library-files-menu.tsx')).LibraryFilesMenu,
);

/** The ways from the library to the annotations and the reading history, and a menu with import and export, which is loaded on first use. */
export function LibraryMenu() {
  const [open, setOpen] = useState(false);
  const [first, menu] = useLazyMenu(open, setOpen);
  const button = { label: 'Import and export', icon: Ellipsis };
  return (
    <div className="flex items-center gap-1">
      <Link to={paths.annotations()} className={`${buttonClass('ghost')} max-sm:px-3`}>
        <Bookmark aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">Annotations</span>
      </Link>
      <Link to={paths.readingHistory} className={`${buttonClass('ghost')} max-sm:px-3`}>
        <History aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">Reading history</span>
      </Link>
      {first && <IconButton {...button} {...first} />}
      {menu && <LibraryFilesMenu {...menu} trigger={<IconButton {...button} />} />}
    </div>
  );
}
