import { ArrowDown, ArrowUp, CaseSensitive, Replace, WholeWord, X } from 'lucide-react';
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useFind } from './use-find.ts';

interface Props {
  view: EditorView;
  state: EditorState;
  /** Counts up when the author asks for the bar again. */
  asked: number;
  onClose: () => void;
}

const inputClass = 'min-h-11 w-full min-w-0 flex-1 rounded-md border border-control bg-raised px-3 text-text';
const toggleClass =
  'aria-expanded:bg-sunken aria-expanded:text-text aria-pressed:bg-sunken aria-pressed:text-text';
const maxPrefill = 100;

/** What is selected, if it is within a paragraph and short. */
function selectedText({ doc, selection: { from, to, $from, $to } }: EditorState): string {
  return $from.sameParent($to) && to - from <= maxPrefill ? doc.textBetween(from, to) : '';
}

const positionText = (query: string, count: number, current: number): string => {
  if (query === '') return '';
  return count === 0
    ? 'No matches'
    : `${(current + 1).toLocaleString('en')} of ${count.toLocaleString('en')}`;
};

/** Finds and replaces in the text. Enter goes to the next match, Shift+Enter to the previous one. */
export function FindBar({ view, state, asked, onClose }: Props) {
  const [query, setQuery] = useState(() => selectedText(state));
  const [replacement, setReplacement] = useState('');
  const [options, setOptions] = useState({ matchCase: false, wholeWords: false });
  const [isReplacing, setIsReplacing] = useState(false);
  const [report, setReport] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const find = useFind(view, state, query, options);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each request focuses the field again
  useEffect(() => {
    const selected = selectedText(view.state);
    if (selected !== '') setQuery(selected);
    input.current?.focus();
    input.current?.select();
  }, [view, asked]);

  const close = () => {
    onClose();
    view.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // The bar is part of the chapter's form, which must not be sent.
      event.preventDefault();
      if (event.target === input.current) find.go(event.shiftKey ? -1 : 1);
      else find.replace(replacement);
    }
  };
  const toggle = (name: keyof typeof options) => () =>
    setOptions((before) => ({ ...before, [name]: !before[name] }));
  const replaceAll = () => {
    const count = find.replaceAll(replacement);
    if (count === 0) return;
    setReport(
      `Replaced ${count.toLocaleString('en')} ${count === 1 ? 'match' : 'matches'}. You can undo this.`,
    );
  };

  return (
    <search aria-label="Find and replace" className="block space-y-1 p-2" onKeyDown={onKeyDown}>
      <div className="flex flex-wrap items-center gap-1">
        <div className="flex min-w-48 flex-1 items-center gap-2">
          <input
            ref={input}
            type="text"
            aria-label="Find"
            placeholder="Find"
            value={query}
            autoComplete="off"
            className={inputClass}
            onChange={(event) => {
              setQuery(event.target.value);
              setReport('');
            }}
          />
          <span role="status" className="shrink-0 text-sm text-muted tabular-nums">
            {report === '' && positionText(query, find.count, find.current)}
          </span>
        </div>
        <div className="flex">
          <IconButton icon={ArrowUp} label="Previous match (Shift+Enter)" onClick={() => find.go(-1)} />
          <IconButton icon={ArrowDown} label="Next match (Enter)" onClick={() => find.go(1)} />
          <IconButton
            icon={CaseSensitive}
            label="Match case"
            className={toggleClass}
            aria-pressed={options.matchCase}
            onClick={toggle('matchCase')}
          />
          <IconButton
            icon={WholeWord}
            label="Whole words"
            className={toggleClass}
            aria-pressed={options.wholeWords}
            onClick={toggle('wholeWords')}
          />
          <IconButton
            icon={Replace}
            label="Replace"
            className={toggleClass}
            aria-expanded={isReplacing}
            onClick={() => setIsReplacing(!isReplacing)}
          />
          <IconButton icon={X} label="Close (Esc)" onClick={close} />
        </div>
      </div>
      {isReplacing && (
        <div className="flex flex-wrap items-center gap-1">
          <input
            type="text"
            aria-label="Replace with"
            placeholder="Replace with"
            value={replacement}
            autoComplete="off"
            className={`${inputClass} basis-48`}
            onChange={(event) => setReplacement(event.target.value)}
          />
          <Button onClick={() => find.replace(replacement)}>Replace one</Button>
          <Button onClick={replaceAll}>Replace all</Button>
        </div>
      )}
      <p role="status" className="text-sm text-muted">
        {report}
      </p>
    </search>
  );
}
