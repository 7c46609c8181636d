import type { RefCallback } from 'react';
import { Sheet } from '../../ui/sheet.tsx';
import type { QuickLimits } from './quick-results.ts';
import { SearchBox } from './search-box.tsx';

const label = 'Search stories and people';
const limits: QuickLimits = { story: 3, user: 3, chapter: 0, community: 0 };

/** The search box of the side navigation. `connect` takes over from the box that it replaces. */
export const GlobalSearchBox = ({ connect }: { connect: RefCallback<HTMLInputElement> }) => (
  <SearchBox label={label} limits={limits} placement="fixed" viewAll connect={connect} />
);

/** The same for screens without side navigation, with recent and trending searches before anything is typed. */
export const SearchSheet = ({ onClose }: { onClose: () => void }) => (
  <Sheet onClose={onClose} title="Search">
    <SearchBox label={label} limits={limits} placement="static" viewAll terms onGo={onClose} />
  </Sheet>
);
