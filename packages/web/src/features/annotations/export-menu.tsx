import { type ReactNode, useLayoutEffect } from 'react';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useExportAnnotations } from './annotation-export.api.ts';

interface Props {
  /** The chosen story; empty for all. */
  storyId: string;
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called before the first paint, when the menu shows the trigger itself. */
  onReady: () => void;
}

/** Exports the annotations of the chosen story, or of all. */
export function ExportMenu({ storyId, trigger, open, onOpenChange, onReady }: Props) {
  const exported = useExportAnnotations();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(onReady, []);
  const run = (format: 'markdown' | 'json') =>
    exported.mutate({ format, ...(storyId !== '' && { storyId }) });
  const which = storyId === '' ? 'all annotations' : 'this story’s annotations';
  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange}>
      <MenuItem disabled={exported.isPending} onSelect={() => run('markdown')}>
        Export {which} as Markdown
      </MenuItem>
      <MenuItem disabled={exported.isPending} onSelect={() => run('json')}>
        Export {which} as JSON
      </MenuItem>
    </Menu>
  );
}
