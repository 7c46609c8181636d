import { Download, Ellipsis, FileUp, History } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { saveFile } from '../../lib/download.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useExportLibrary } from './library-files.api.ts';

/** The way from the library to the reading history, and a menu with import and export. */
export function LibraryMenu() {
  const navigate = useNavigate();
  const exportLibrary = useExportLibrary();
  return (
    <div className="flex items-center gap-1">
      <Link to={paths.readingHistory} className={buttonClass('ghost')}>
        <History aria-hidden="true" className="size-5" />
        Reading history
      </Link>
      <Menu
        trigger={
          <IconButton label="Import and export">
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => void navigate(paths.importLibrary)}>
          <FileUp aria-hidden="true" className="size-5" />
          Import
        </MenuItem>
        <MenuItem
          disabled={exportLibrary.isPending}
          onSelect={() =>
            exportLibrary.mutate(undefined, { onSuccess: (file) => saveFile(file, 'inkling-library.csv') })
          }
        >
          <Download aria-hidden="true" className="size-5" />
          Export
        </MenuItem>
      </Menu>
    </div>
  );
}
