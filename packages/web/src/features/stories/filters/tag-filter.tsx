import { filterLimits, tagLimits } from '@inkling/contract/limits';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useFocusNeighbour } from '../../genres/use-focus-neighbour.ts';
import { useSuggestedTags } from '../labels/use-suggested-tags.ts';
import { ChoiceToggle, type FilterProps, filterAnnouncement } from './option-filter.tsx';
import { stateOf, withState } from './story-filters.ts';

/** Tags that a reader types, with those in use as suggestions. */
export function TagFilter({ choice, onChange }: FilterProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const keepFocus = useFocusNeighbour(list, box);
  const [text, setText] = useState('');
  const chosen = [...choice.include, ...choice.exclude].toSorted();
  const suggested = useSuggestedTags(text, chosen);
  const isFull = Math.max(choice.include.length, choice.exclude.length) >= filterLimits.values;
  const add = (state: 'include' | 'exclude') => {
    const tag = text.replace(/^[\s#]+/, '').trim();
    if (tag === '') return;
    onChange(withState(choice, 'tags', tag, state), filterAnnouncement(tag, state));
    setText('');
    box.current?.focus();
  };
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Tags</legend>
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          add('include');
        }}
      >
        <input
          ref={box}
          list={`${id}-tags`}
          type="text"
          value={text}
          // Commas separate the tags in the address.
          onChange={({ target }) => setText(target.value.replaceAll(/[,#]/g, ''))}
          aria-label="Tag"
          placeholder="A tag, such as slow burn"
          maxLength={tagLimits.name}
          autoComplete="off"
          autoCapitalize="none"
          dir="auto"
          disabled={isFull}
          className="min-h-11 w-full max-w-64 rounded-md border border-control bg-raised px-3"
        />
        <datalist id={`${id}-tags`}>
          {suggested.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button type="submit" disabled={isFull}>
          Include
        </Button>
        <Button onClick={() => add('exclude')} disabled={isFull}>
          Exclude
        </Button>
      </form>
      {chosen.length > 0 && (
        <ul ref={list} aria-label="Chosen tags" className="mt-2 flex flex-wrap gap-2">
          {chosen.map((tag, index) => (
            <li key={tag} className="max-w-full">
              <ChoiceToggle
                name={tag}
                state={stateOf(choice, 'tags', tag)}
                onChange={(state) => {
                  keepFocus(index);
                  onChange(withState(choice, 'tags', tag, state), filterAnnouncement(tag, state));
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
