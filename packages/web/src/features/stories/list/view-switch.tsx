import { LayoutGrid, List } from 'lucide-react';
import { deviceSettings } from '../../../lib/device-settings.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

/** How stories are listed: as covers, or in rows with their descriptions. */
export type ListView = 'grid' | 'list';

/** What the reader has chosen on this device, for all lists; null until then. */
const settings = deviceSettings<{ view: ListView | null }>('story-list-view', { view: null }, ({ view }) => ({
  view: view === 'grid' || view === 'list' ? view : null,
}));

export function chooseListView(view: ListView): void {
  settings.change({ view });
  delete document.documentElement.dataset.rows;
}

/** The view of a list: its default until the reader chooses. */
export const useListView = (own: ListView = 'grid'): ListView => settings.use().view ?? own;

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
