import type { ExportedList } from '@inkling/contract/library-files';
import { Download, Ellipsis, FileUp, History } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { useExportList } from './library-files.api.ts';

const lists: { list: ExportedList; name: string }[] = [
  { list: 'library', name: 'Export library' },
  { list: 'collections', name: 'Export collections' },
  { list: 'ratings', name: 'Export ratings' },
];

/** The way from the library to the reading history, and a menu with import and export. */
export function LibraryMenu() {
  const navigate = useNavigate();
  const exportList = useExportList();
  return (
    <div className="flex items-center gap-1">
      <Link to={paths.readingHistory} className={`${buttonClass('ghost')} max-sm:px-3`}>
        <History aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">Reading history</span>
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
          Import a library
        </MenuItem>
        <MenuLine />
        {lists.map(({ list, name }) => (
          <MenuItem key={list} disabled={exportList.isPending} onSelect={() => exportList.mutate(list)}>
            <Download aria-hidden="true" className="size-5" />
            {name}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
