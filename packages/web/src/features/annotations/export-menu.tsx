import { Menu, MenuItem, type MenuProps } from '../../ui/menu.tsx';
import { useExportAnnotations } from './annotation-export.api.ts';

interface Props extends MenuProps {
  /** The chosen story; empty for all. */
  storyId: string;
}

/** Exports the annotations of the chosen story, or of all. */
export function ExportMenu({ storyId, ...menu }: Props) {
  const exported = useExportAnnotations();
  const run = (format: 'markdown' | 'json') =>
    exported.mutate({ format, ...(storyId !== '' && { storyId }) });
  const which = storyId === '' ? 'all annotations' : 'this story’s annotations';
  return (
    <Menu {...menu}>
      <MenuItem disabled={exported.isPending} onSelect={() => run('markdown')}>
        Export {which} as Markdown
      </MenuItem>
      <MenuItem disabled={exported.isPending} onSelect={() => run('json')}>
        Export {which} as JSON
      </MenuItem>
    </Menu>
  );
}
