import type { ExportedList } from '@inkling/contract/library-files';
import { Download, FileUp } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Menu, MenuItem, MenuLine, type MenuProps } from '../../ui/menu.tsx';
import { useExportList } from './library-files.api.ts';

const lists: { list: ExportedList; name: string }[] = [
  { list: 'library', name: 'Export library' },
  { list: 'collections', name: 'Export collections' },
  { list: 'ratings', name: 'Export ratings' },
];

/** Import and export of the library. */
export function LibraryFilesMenu(menu: MenuProps) {
  const navigate = useNavigate();
  const exportList = useExportList();
  return (
    <Menu {...menu}>
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
  );
}
