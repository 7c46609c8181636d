import { deviceSettings } from '../../../lib/device-settings.ts';

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
