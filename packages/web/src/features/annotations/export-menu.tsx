import type { AnnotationFormat } from '@inkling/contract/annotations';
import { Menu, MenuItem, type MenuProps } from '../../ui/menu.tsx';
import { useExportAnnotations } from './annotations.api.ts';

interface Props extends MenuProps {
  /** The chosen story; empty for all. */
  storyId?: string;
  /** Those that are selected, instead. */
  ids?: string[];
}

const formats: Record<AnnotationFormat, string> = {
  markdown: 'Markdown',
  json: 'JSON',
  csv: 'CSV',
  readwise: 'CSV for Readwise',
};

/** Exports the selected annotations, those of the chosen story, or all. */
export function ExportMenu({ storyId = '', ids, ...menu }: Props) {
  const exported = useExportAnnotations();
  const choice = ids === undefined ? { ...(storyId !== '' && { storyId }) } : { ids: ids.join() };
  const which =
    ids === undefined
      ? storyId === ''
        ? 'all annotations'
        : 'this story’s annotations'
      : 'selected annotations';
  return (
    <Menu {...menu}>
      {Object.entries(formats).map(([format, name]) => (
        <MenuItem
          key={format}
          disabled={exported.isPending}
          onSelect={() => exported.mutate({ format: format as AnnotationFormat, ...choice })}
        >
          Export {which} as {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
