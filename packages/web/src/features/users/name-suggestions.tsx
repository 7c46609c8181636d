import type { Author } from '@inkling/contract/users';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { pluralize } from '../../lib/format.ts';
import { useMe } from '../../lib/session.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { displayNameOf, hasDisplayName } from './display-name.ts';
import { PersonAvatar } from './person-avatar.tsx';
import { peopleQuery } from './users.api.ts';

/** How many names are suggested at once. */
const most = 6;
/** How long (ms) typing must pause before the server is asked for more names. */
const askDelayMs = 150;

/** A query for people by how their names begin. */
export type PeopleNamed = (name: string) => {
  queryKey: QueryKey;
  queryFn: (options: { signal: AbortSignal }) => Promise<readonly Author[]>;
};
const noOne: PeopleNamed = () => ({ queryKey: ['no one'], queryFn: () => Promise.resolve([]) });

/** The beginning of a name after an '@' at the end of a text, '' right after it; null if none is being typed. */
export function typedName(before: string): string | null {
  const found = /(^|.)@([\p{L}\p{N}_.-]{0,30})$/su.exec(before);
  const [, inFront = '', name = ''] = found ?? [];
  return found === null || /[\p{L}\p{N}_.@-]/u.test(inFront) ? null : name;
}

/** The people, each once and without the viewer, whose username or a word of whose name begins like this. */
export function namesLike(people: readonly Author[], typed: string, viewerId: string | undefined): Author[] {
  const wanted = typed.toLowerCase();
  const found = new Map<string, Author>();
  for (const person of people) {
    const names = [person.username, ...displayNameOf(person).split(/\s+/)];
    if (person._id === viewerId || !names.some((name) => name.toLowerCase().startsWith(wanted))) continue;
    if (!found.has(person._id) && found.size < most) found.set(person._id, person);
  }
  return [...found.values()];
}

interface Typed {
  field: HTMLTextAreaElement;
  name: string;
  /** Where the list begins, in pixels from the edge of the box. */
  distance: number;
}

interface Props {
  /** Those who take part in the conversation; people whom the viewer follows come after them. */
  people: readonly Author[];
  /** Finds more of them by how their names begin. */
  more?: PeopleNamed | undefined;
  /** The list opens above the field, as at the lower edge of a window. */
  above?: boolean;
  children: ReactNode;
}

/** Suggests names for what is typed after '@' in the text field inside. The focus stays in the field. */
export function NameSuggestions({ people, more, above = false, children }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const me = useMe();
  const [typed, setTyped] = useState<Typed | null>(null);
  const [at, setAt] = useState(0);
  const begun = useSettled(typed?.name ?? '', askDelayMs);
  const isAsking = typed !== null && me !== undefined;
  const others = useQuery({ ...(more ?? noOne)(begun), enabled: isAsking && begun !== '' });
  const followed = useQuery({
    ...peopleQuery('following', me?.username ?? '', 1, begun),
    enabled: isAsking,
  });
  const all = [...people, ...(others.data ?? []), ...(followed.data?.data ?? [])];
  const found = typed === null ? [] : namesLike(all, typed.name, me?._id);
  const isOpen = found.length > 0;
  const field = typed?.field;
  const active = isOpen ? `${id}-${Math.min(at, found.length - 1)}` : null;

  useEffect(() => {
    if (!field || active === null) return;
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', id);
    field.setAttribute('aria-activedescendant', active);
    return () => {
      for (const name of ['autocomplete', 'controls', 'activedescendant'])
        field.removeAttribute(`aria-${name}`);
    };
  }, [field, active, id]);

  const look = ({ target }: SyntheticEvent) => {
    if (!(target instanceof HTMLTextAreaElement) || box.current === null) return;
    const name = typedName(target.value.slice(0, target.selectionStart));
    const [outer, inner] = [box.current.getBoundingClientRect(), target.getBoundingClientRect()];
    const distance = above ? outer.bottom - inner.top : inner.bottom - outer.top;
    setTyped(name === null ? null : { field: target, name, distance });
    setAt(0);
  };
  const choose = ({ username }: Author) => {
    if (typed === null) return;
    const end = typed.field.selectionStart;
    typed.field.setRangeText(`${username} `, end - typed.name.length, end, 'end');
    typed.field.dispatchEvent(new Event('input', { bubbles: true }));
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { isComposing, keyCode } = event.nativeEvent;
    if (!isOpen || isComposing || keyCode === 229 || event.shiftKey || event.ctrlKey || event.metaKey) return;
    const last = found.length - 1;
    const chosen = found[Math.min(at, last)];
    if (event.key === 'ArrowDown') setAt(at >= last ? 0 : at + 1);
    else if (event.key === 'ArrowUp') setAt(at <= 0 ? last : at - 1);
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen);
    else if (/^(Escape|ArrowLeft|ArrowRight|Home|End)$/.test(event.key)) setTyped(null);
    else return;
    // The caret moves as usual.
    if (/^(ArrowLeft|ArrowRight|Home|End)$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles what is typed in the field
    <div
      ref={box}
      className="relative"
      onInput={look}
      onBlur={() => setTyped(null)}
      onKeyDownCapture={onKeyDown}
    >
      {children}
      <p role="status" className="sr-only">
        {isOpen && `${pluralize(found.length, 'name')} found. Choose with the arrow keys and Enter.`}
      </p>
      {typed !== null && isOpen && (
        <div
          id={id}
          role="listbox"
          aria-label="People"
          className="absolute inset-x-0 z-30 max-w-sm rounded-md border border-line bg-raised p-1 text-text shadow-lg"
          style={above ? { bottom: typed.distance + 4 } : { top: typed.distance + 4 }}
          // A press must not take the focus from the field.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.map((person, index) => (
            <button
              key={person._id}
              id={`${id}-${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={`${id}-${index}` === active}
              className="flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-1 text-start hover:bg-sunken aria-selected:bg-sunken"
              onClick={() => choose(person)}
            >
              <PersonAvatar person={person} size={28} />
              <span className="min-w-0 truncate">
                <bdi>{displayNameOf(person)}</bdi>
                {hasDisplayName(person) && <span className="text-muted"> @{person.username}</span>}
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
