import { Download } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useExportAnnotations } from './annotation-export.api.ts';

/** Exports the annotations of the chosen story, or of all. */
export function ExportMenu({ storyId }: { storyId: string }) {
  const exported = useExportAnnotations();
  const run = (format: 'markdown' | 'json') =>
    exported.mutate({ format, ...(storyId !== '' && { storyId }) });
  const which = storyId === '' ? 'all' : 'this story’s';
  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass('quiet')} aria-busy={exported.isPending || undefined}>
          <Download aria-hidden="true" className="size-5" />
          {exported.isPending ? 'Exporting…' : 'Export'}
        </button>
      }
    >
      <MenuItem onSelect={() => run('markdown')}>Export {which} as Markdown</MenuItem>
      <MenuItem onSelect={() => run('json')}>Export {which} as JSON</MenuItem>
    </Menu>
  );
}
