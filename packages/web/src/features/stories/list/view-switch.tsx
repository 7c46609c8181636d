import { LayoutGrid, List } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { chooseListView, type ListView, useListView } from './list-view.ts';

const pressed = 'aria-pressed:bg-sunken aria-pressed:text-text';

/** Two buttons that choose between covers and rows, for all lists of stories on this device. */
export function ViewSwitch({ own }: { own?: ListView }) {
  const view = useListView(own);
  return (
    <fieldset className="flex shrink-0 rounded-md border border-control">
      <legend className="sr-only">View</legend>
      <IconButton
        icon={LayoutGrid}
        label="Grid"
        aria-pressed={view === 'grid'}
        className={pressed}
        onClick={() => chooseListView('grid')}
      />
      <IconButton
        icon={List}
        label="List"
        aria-pressed={view === 'list'}
        className={pressed}
        onClick={() => chooseListView('list')}
      />
    </fieldset>
  );
}
