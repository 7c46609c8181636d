import type { GlossaryEntry } from '@inkling/contract/glossary';
import { type RefObject, useEffect, useState } from 'react';
import { beforePageTap } from '../chapters/reader/use-reader-controls.ts';

/** Writing without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** A name as a whole word. At the beginning of a sentence, a term may begin with a capital letter. */
function patternOf(name: string): string {
  const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const [first = ''] = name;
  const rest = escaped(name.slice(first.length));
  const capital = first.toUpperCase();
  const pattern =
    capital === first ? escaped(first) + rest : `(?:${escaped(first)}|${escaped(capital)})${rest}`;
  return unspaced.test(name) ? pattern : `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;
}

/** Finds those of these names that are in a text, the longest first; null if none are. */
export function namesPattern(names: readonly string[], text: string): RegExp | null {
  const lower = text.toLowerCase();
  const there = [...new Set(names)].filter((name) => lower.includes(name.toLowerCase()));
  there.sort((a, b) => b.length - a.length);
  return there.length === 0 ? null : new RegExp(there.map(patternOf).join('|'), 'gu');
}

/** A name in the text, and the entries that have it. */
export interface FoundName {
  range: Range;
  entries: GlossaryEntry[];
}

/** The first place of each name in each paragraph: a mark at every one would disturb reading. None are in links. */
export function findNames(text: HTMLElement, entries: readonly GlossaryEntry[]): FoundName[] {
  const byName = new Map<string, GlossaryEntry[]>();
  for (const entry of entries)
    for (const name of entry.names) {
      const key = name.toLowerCase();
      byName.set(key, [...(byName.get(key) ?? []), entry]);
    }
  const pattern = namesPattern(
    entries.flatMap(({ names }) => names),
    text.textContent,
  );
  if (pattern === null) return [];
  const found: FoundName[] = [];
  for (const paragraph of text.querySelectorAll('[data-paragraph]')) {
    const seen = new Set<string>();
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('a')) continue;
      for (const { 0: name, index } of (node.nodeValue ?? '').matchAll(pattern)) {
        const key = name.toLowerCase();
        if (seen.has(key)) continue;
        seen.add(key);
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + name.length);
        found.push({ range, entries: byName.get(key) ?? [] });
      }
    }
  }
  return found;
}

const highlightName = 'glossary-name';

function mark(found: readonly FoundName[]): void {
  // Browsers from before 2025.
  if (!('highlights' in CSS)) return;
  if (found.length === 0) CSS.highlights.delete(highlightName);
  else CSS.highlights.set(highlightName, new Highlight(...found.map(({ range }) => range)));
}

const isAt = ({ range }: FoundName, { clientX: x, clientY: y }: MouseEvent): boolean =>
  [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
  );

/**
 * Marks the names of a story in a chapter's text, without changing the text. A press on one opens what the reader knows
 * about it; it turns no page.
 */
export function useNamesInText(
  text: RefObject<HTMLElement | null>,
  entries: readonly GlossaryEntry[],
  open: (entries: GlossaryEntry[]) => void,
): void {
  const [found, setFound] = useState<FoundName[]>([]);
  useEffect(() => {
    const element = text.current;
    if (element === null || entries.length === 0) return;
    const find = () => setFound(findNames(element, entries));
    find();
    // A long text comes in parts.
    const observer = new MutationObserver(find);
    observer.observe(element, { childList: true });
    return () => observer.disconnect();
  }, [text, entries]);
  useEffect(() => {
    const element = text.current;
    if (element === null || found.length === 0) return;
    mark(found);
    const onClick = (event: MouseEvent) => {
      // Ending a selection is a click too.
      if (event.defaultPrevented || getSelection()?.isCollapsed === false) return;
      const here = found.find((one) => isAt(one, event));
      if (here === undefined) return;
      // Nothing else that a press there would open may open.
      event.preventDefault();
      open(here.entries);
    };
    const onPageTap = (event: Event) => {
      if (event instanceof MouseEvent && found.some((one) => isAt(one, event))) event.preventDefault();
    };
    element.addEventListener('click', onClick);
    window.addEventListener(beforePageTap, onPageTap);
    return () => {
      mark([]);
      element.removeEventListener('click', onClick);
      window.removeEventListener(beforePageTap, onPageTap);
    };
  }, [text, found, open]);
}
