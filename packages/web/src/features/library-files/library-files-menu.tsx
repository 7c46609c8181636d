import type { ExportedList } from '@inkling/contract/library-files';
import { Download, FileUp } from 'lucide-react';
import { type ReactNode, useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { useExportList } from './library-files.api.ts';

const lists: { list: ExportedList; name: string }[] = [
  { list: 'library', name: 'Export library' },
  { list: 'collections', name: 'Export collections' },
  { list: 'ratings', name: 'Export ratings' },
];

interface Props {
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called before the first paint, when the menu shows the trigger itself. */
  onReady: () => void;
}

/** Import and export of the library. */
export function LibraryFilesMenu({ trigger, open, onOpenChange, onReady }: Props) {
  const navigate = useNavigate();
  const exportList = useExportList();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(onReady, []);
  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange}>
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
