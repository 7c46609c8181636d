import type { AnyAnnotation } from '@inkling/contract/annotations';
import { annotationLimits } from '@inkling/contract/limits';
import { Download, ListChecks, Palette, Trash2 } from 'lucide-react';
import { pluralize } from '../../lib/format.ts';
import { showSuccess, showUndo } from '../../lib/notify.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { SelectionBar, selectionButton } from '../../ui/selection-bar.tsx';
import { useChangeAnnotations } from './annotations.api.ts';
import { colors, type HighlightColor, highlightColors } from './colors.ts';
import { ExportMenu } from './export-menu.tsx';
import { Swatch } from './swatch.tsx';

interface Props {
  selected: AnyAnnotation[];
  /** How many annotations the list shows. */
  shown: number;
  onAll: () => void;
  onClear: () => void;
}

/** What can be done with the selected annotations, at most 100 at once. */
export function SelectedBar({ selected, shown, onAll, onClear }: Props) {
  const { mutateAsync, isPending } = useChangeAnnotations();
  const ids = selected.map(({ _id }) => _id);
  const tooMany = ids.length > annotationLimits.atOnce;
  const highlights = selected.filter(({ kind }) => kind === 'highlight').length;
  // A toast reports a failure; then they stay selected.
  const run = (work: Promise<unknown>) => void work.catch(() => undefined);
  const color = async (chosen: HighlightColor) => {
    const { data } = await mutateAsync({ body: { ids, action: 'color', color: chosen } });
    showSuccess(
      `${pluralize(data.annotations, 'highlight')} changed to ${colors[chosen].name.toLowerCase()}.`,
    );
    onClear();
  };
  const remove = async () => {
    const { data } = await mutateAsync({ body: { ids, action: 'delete' } });
    onClear();
    showUndo(`${pluralize(data.annotations, 'annotation')} deleted.`, () =>
      run(mutateAsync({ body: { ids, action: 'restore' } })),
    );
  };
  return (
    <SelectionBar
      label="Selected annotations"
      count={ids.length}
      onClear={onClear}
      note={
        tooMany ? `You can change or export at most ${annotationLimits.atOnce} annotations at once.` : null
      }
    >
      <button
        type="button"
        aria-label="Select all shown"
        disabled={ids.length >= shown}
        onClick={onAll}
        className={selectionButton}
      >
        <ListChecks aria-hidden="true" className="size-5" />
        All
      </button>
      <Menu
        trigger={
          <button
            type="button"
            disabled={tooMany || isPending || highlights === 0}
            className={selectionButton}
          >
            <Palette aria-hidden="true" className="size-5" />
            Color
          </button>
        }
      >
        {highlightColors.map((one) => (
          <MenuItem key={one} onSelect={() => run(color(one))}>
            <Swatch color={one} />
            {colors[one].name}
          </MenuItem>
        ))}
      </Menu>
      <ExportMenu
        ids={ids}
        trigger={
          <button type="button" disabled={tooMany} className={selectionButton}>
            <Download aria-hidden="true" className="size-5" />
            Export
          </button>
        }
      />
      <button
        type="button"
        disabled={tooMany || isPending}
        onClick={() => run(remove())}
        className={`${selectionButton} text-danger-text!`}
      >
        <Trash2 aria-hidden="true" className="size-5" />
        Delete
      </button>
    </SelectionBar>
  );
}
