import { libraryLimits } from '@inkling/contract/limits';
import { ListToolbar, ToolbarChoice } from '../../ui/list-toolbar.tsx';
import { filterNames, type LibraryTab, type LibraryView, sortNames } from './library-view.ts';

interface Props {
  tab: LibraryTab;
  view: LibraryView;
  text: string;
  onText: (text: string) => void;
  onChange: (changes: Partial<LibraryView>) => void;
}

/** Searches, narrows and sorts a tab of the library. */
export const LibraryToolbar = ({ tab, view, text, onText, onChange }: Props) => (
  <ListToolbar
    label="Search this tab by title or author"
    placeholder="Title or author"
    maxLength={libraryLimits.titleSearch}
    text={text}
    onText={onText}
    width="sm:max-w-80 sm:flex-1"
  >
    <Choice
      label="Show"
      names={filterNames[tab]}
      value={view.filter}
      onChange={(filter) => onChange({ filter })}
    />
    <Choice
      label="Sort by"
      names={sortNames[tab]}
      value={view.sort}
      onChange={(sort) => onChange({ sort })}
    />
  </ListToolbar>
);

interface ChoiceProps<Value extends string> {
  label: string;
  names: Partial<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}

/** Nothing where there is no choice. */
function Choice<Value extends string>({ names, ...rest }: ChoiceProps<Value>) {
  const options = Object.entries(names) as [Value, string][];
  return options.length < 2 ? null : <ToolbarChoice options={options} inline {...rest} />;
}
