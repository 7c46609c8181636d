import { tagLimits } from '@inkling/contract/limits';
import { tagKey } from '@inkling/contract/story-labels';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { compactNumber } from '../../../lib/format.ts';
import { useFocusNeighbour } from '../../genres/use-focus-neighbour.ts';
import { useSuggestedTags } from './use-suggested-tags.ts';

interface Added {
  tags: string[];
  /** What could not be added. */
  rest: string;
  /** Why. */
  problem: string | undefined;
}

/** As the server stores it: without a leading #, with single spaces. */
const tidy = (raw: string): string =>
  raw
    .replace(/^[\s#]+/, '')
    .replace(/\s+/g, ' ')
    .trim();

function problemOf(tag: string, count: number, max: number): string | undefined {
  if (tag.includes('#')) return 'A tag can’t contain #. Use a comma between tags.';
  if ([...tag].length > tagLimits.name) return `Please use at most ${tagLimits.name} characters for a tag.`;
  if (count >= max) return `You can add up to ${max} tags. Remove one to add another.`;
  return undefined;
}

/** Adds the tags in a text, which commas separate, to those chosen. Duplicates are left out. */
export function withTags(chosen: string[], text: string, max: number): Added {
  const tags = [...chosen];
  const keys = new Set(chosen.map(tagKey));
  const refused: string[] = [];
  let problem: string | undefined;
  for (const tag of text.split(/[,，、]/).map(tidy)) {
    if (tag === '' || keys.has(tagKey(tag))) continue;
    const why = problemOf(tag, tags.length, max);
    if (why === undefined) {
      tags.push(tag);
      keys.add(tagKey(tag));
    } else {
      refused.push(tag);
      problem ??= why;
    }
  }
  return { tags, rest: refused.join(' '), problem };
}

interface Props {
  label: string;
  hint: ReactNode;
  value: string[];
  onChange: (tags: string[]) => void;
  /** How many tags there may be. */
  max: number;
  error?: string | undefined;
}

/**
 * Tags as chips with an input: Enter, a comma and leaving the field add what was typed, Backspace in an empty input
 * removes the last one. Suggestions are an ARIA combobox with a list.
 */
export function TagsField({ label, hint, value, onChange, max, error }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const keepFocus = useFocusNeighbour(list, input);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [announced, setAnnounced] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggested = useSuggestedTags(typed, value);
  const shown = isOpen && suggested.length > 0;
  const message = problem ?? error;

  const change = (text: string) => {
    setTyped(text);
    setProblem(undefined);
    setActive(-1);
    setIsOpen(text !== '');
  };
  /** Adds tags separated by commas; what cannot be added stays in the input with the reason. */
  const add = (text: string) => {
    const { tags, rest, problem: why } = withTags(value, text, max);
    change(rest);
    setIsOpen(false);
    setProblem(why);
    if (tags.length === value.length) return;
    setAnnounced(`Added ${tags.slice(value.length).join(', ')}.`);
    onChange(tags);
  };
  const remove = (tag: string) => {
    setProblem(undefined);
    setAnnounced(`Removed ${tag}.`);
    onChange(value.filter((other) => other !== tag));
  };
  const move = (step: number) => {
    setIsOpen(true);
    const count = suggested.length + 1;
    // The input itself is one of the positions.
    setActive(((active + 1 + step + count) % count) - 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that confirms a character in an input method is not meant for the field.
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const last = value.at(-1);
    if (key === 'Enter') {
      // Enter would submit the form.
      event.preventDefault();
      add((shown ? suggested[active]?.name : undefined) ?? typed);
    } else if (key === 'Backspace' && typed === '' && last !== undefined) remove(last);
    else if (key === 'Escape' && shown) {
      // Only the list closes, not the dialog around the form.
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      setIsOpen(false);
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && suggested.length > 0) {
      event.preventDefault();
      move(key === 'ArrowDown' ? 1 : -1);
    }
  };

  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      {value.length > 0 && (
        <ul ref={list} aria-label={`Chosen ${label.toLowerCase()}`} className="mb-2 flex flex-wrap gap-2">
          {value.map((tag, index) => (
            <li key={tag} className="max-w-full">
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                onClick={() => {
                  keepFocus(index);
                  remove(tag);
                }}
                className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line bg-raised ps-4 pe-3 hover:border-control"
              >
                <bdi className="truncate">{tag}</bdi>
                <X aria-hidden="true" className="size-4 shrink-0 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="relative max-w-md">
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={message !== undefined || undefined}
          aria-describedby={message === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="enter"
          dir="auto"
          value={typed}
          onChange={({ target }) => (target.value.includes(',') ? add(target.value) : change(target.value))}
          onKeyDown={onKeyDown}
          onBlur={() => add(typed)}
          className="min-h-11 w-full rounded-md border border-control bg-raised px-3 py-2 text-text aria-invalid:border-danger"
        />
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={`Suggested ${label.toLowerCase()}`}
          hidden={!shown}
          className="absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-lg"
        >
          {suggested.map(({ name, stories }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input, which keeps the focus, handles its keys
            <div
              key={name}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The input keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => add(name)}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-md px-3 hover:bg-sunken aria-selected:bg-sunken"
            >
              <bdi className="truncate">{name}</bdi>
              <span className="shrink-0 text-sm text-muted">
                {compactNumber(stories)} {stories === 1 ? 'story' : 'stories'}
              </span>
            </div>
          ))}
        </div>
      </div>
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
        {hint}
      </p>
      <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger-text empty:hidden">
        {message}
      </p>
      <p role="status" className="sr-only">
        {announced}
        {shown && ` ${suggested.length} suggestions.`}
      </p>
    </div>
  );
}

export const tagHint = (max: number): string =>
  `Press Enter or type a comma after each tag. Up to ${max} tags of up to ${tagLimits.name} characters.`;
