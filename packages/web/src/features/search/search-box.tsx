import { searchLimits } from '@inkling/contract/limits';
import type { SearchType } from '@inkling/contract/search';
import { Search } from 'lucide-react';
import {
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  type RefCallback,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type To, useNavigate } from 'react-router';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { type QuickLimits, type QuickResults, useQuickResults } from './quick-results.ts';
import { useForgetAllSearches, useForgetSearch, useRememberSearch } from './search.api.ts';
import { isSearchable, searchTextOf, tooShortText } from './search-types.ts';
import { useCombobox, useFixedBelow } from './use-combobox.ts';
import { type GivenText, useTypedText } from './use-typed-text.ts';

const SearchDropdown = lazyComponent(async () => (await import('./search-dropdown.tsx')).SearchDropdown);

/** Where the options appear: over the page from a narrow column, below the box, or as a part of the page. */
type Placement = 'fixed' | 'below' | 'static';

const panelClasses: Record<Placement, string> = {
  fixed: 'fixed z-40 rounded-lg border border-line bg-raised shadow-lg',
  below:
    'absolute inset-x-0 top-full z-30 mt-1 max-h-[min(34rem,70dvh)] rounded-lg border border-line bg-raised shadow-lg',
  static: 'mt-2 min-h-0 flex-1',
};

interface Props {
  label: string;
  limits: QuickLimits;
  placement: Placement;
  /** Shows recent and trending searches before anything is typed. */
  terms?: boolean;
  /** Offers 'View all' below many results. */
  viewAll?: boolean;
  /** The type to search for, which is part of the results' address; without one, everything. */
  type?: SearchType;
  /** The text, if the page uses it too. */
  given?: GivenText;
  /** Where a search leads, if not to all results of a type. */
  pathOf?: (term: string) => To;
  /** The box to which '/' leads (site-search.ts). */
  site?: boolean;
  /** Takes over from the box that this one replaces. */
  connect?: RefCallback<HTMLInputElement>;
  /** The search, or one of the options, was opened. */
  onGo?: () => void;
  /** A button in the same row as the field. */
  button?: ReactNode;
  /** Further fields of the form. */
  children?: ReactNode;
}

const noQuickResults = 'No quick results.';

/** What is shown below the options, and announced. */
function noteOf(typed: string, { groups, isLoading, error }: QuickResults): string | null {
  if (searchTextOf(typed) === '') return null;
  if (!isSearchable(typed)) return tooShortText;
  if (isLoading || error !== null || groups.length > 0) return null;
  return noQuickResults;
}

function announcementOf(count: number, note: string | null, { isLoading, error }: QuickResults): string {
  if (error !== null) return error.message;
  if (isLoading) return 'Searching…';
  if (note !== null) return note;
  if (count === 0) return '';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}

/**
 * A search box with quick results: a combobox (docs/product/search-screens.md#search-boxes). Submitting it opens the
 * search screen, also before hydration.
 */
export function SearchBox(props: Props) {
  const {
    label,
    limits,
    placement,
    terms = false,
    viewAll = false,
    type,
    given,
    pathOf,
    connect,
    onGo,
  } = props;
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = isOpen || placement === 'static';
  const { text, change, fieldProps } = useTypedText(field, given);
  const results = useQuickResults({ typed: text, open, type: type ?? 'all', limits, terms, viewAll });
  const remember = useRememberSearch();
  const forget = useForgetSearch();
  const forgetAll = useForgetAllSearches();
  const navigate = useNavigate();

  const options = results.groups.flatMap((group) => group.options);
  const note = noteOf(text, results);
  const combobox = useCombobox({
    options: options.map(({ key }) => key),
    open,
    onOpenChange: (next) => (placement === 'static' && !next ? change('') : setOpen(next)),
    onClear: () => change(''),
    onRemove: (key) => {
      const option = options.find((one) => one.key === key);
      if (option?.kind === 'recent') forget.mutate(option.term);
      return option?.kind === 'recent';
    },
  });
  const isShown =
    open && (options.length > 0 || results.isLoading || results.error !== null || note !== null);
  const fixedStyle = useFixedBelow(box, isShown && placement === 'fixed');

  const close = () => {
    setOpen(false);
    combobox.reset();
  };
  const go = (term?: string) => {
    if (term !== undefined) remember.mutate({ body: { searchTerm: term } });
    close();
    onGo?.();
  };
  const searchPath: (term: string) => To = pathOf ?? ((term: string) => paths.search(term, type));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Not from `text`, which lacks what an input method is composing.
    const term = searchTextOf(field.current?.value ?? '');
    if (!isSearchable(term)) return setOpen(true);
    go(term);
    void navigate(searchPath(term));
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close();
  };

  // The replaced box may contain typed text.
  useEffect(() => {
    const replacing = field.current;
    if (replacing !== null && replacing === document.activeElement && replacing.value !== '') setOpen(true);
  }, []);

  // A new function would count as a new box.
  const connectField = useCallback(
    (box: HTMLInputElement | null) => {
      field.current = box;
      return connect?.(box);
    },
    [connect],
  );

  const formClass = placement === 'static' ? 'flex min-h-0 flex-1 flex-col' : '';
  return (
    <search className="contents">
      {/* `action` is for a submit before hydration. */}
      <form action={paths.search()} onSubmit={submit} onBlur={onBlur} className={formClass}>
        {props.children}
        <div ref={box} className={`relative ${formClass}`}>
          <div className="flex gap-2">
            <div className="relative min-w-0 flex-1">
              <Search
                aria-hidden="true"
                className="pointer-events-none absolute start-3 top-3 size-5 text-muted"
              />
              <input
                ref={connectField}
                name="q"
                type="search"
                data-site-search={props.site}
                aria-label={label}
                placeholder="Search"
                maxLength={searchLimits.term}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                enterKeyHint="search"
                {...combobox.fieldProps}
                {...fieldProps}
                onInput={(event) => {
                  fieldProps.onInput(event);
                  combobox.reset();
                  setOpen(true);
                }}
                onClick={() => setOpen(true)}
                className="min-h-11 w-full rounded-md border border-control bg-raised ps-10 pe-3"
              />
            </div>
            {props.button}
          </div>
          {isShown && (
            // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field
            <div
              onMouseDown={(event) => event.preventDefault()}
              style={fixedStyle}
              className={`overflow-y-auto overscroll-contain p-1 ${panelClasses[placement]}`}
            >
              <SearchDropdown
                results={results}
                note={note}
                offersTexts={note === noQuickResults}
                listId={combobox.listId}
                optionId={combobox.optionId}
                active={combobox.active}
                text={searchTextOf(text)}
                searchPath={searchPath}
                onChoose={(term) => {
                  if (term !== undefined) change(term);
                  go(term);
                }}
                onRemove={(term) => forget.mutate(term)}
                onClear={() => forgetAll.mutate({})}
              />
            </div>
          )}
        </div>
        <p role="status" className="sr-only">
          {isShown && announcementOf(options.length, note, results)}
        </p>
      </form>
    </search>
  );
}
