import type { ParsedBlock, Span } from '@inkling/contract/chapter-text';
import { Fragment, type ReactNode } from 'react';

/**
 * A line with its emphasis. Marks and escapes stay in the DOM but are hidden, so that offsets into the stored text
 * remain valid.
 */
export function InlineText({ content, block: { runs, from, to } }: { content: string; block: ParsedBlock }) {
  return (
    <>
      {emphasized(content, runs, from, 'em', (group) =>
        emphasized(content, group, group[0]?.from ?? from, 'strong', (spans) => plain(content, spans)),
      )}
      <Hidden>{content.slice(runs.at(-1)?.to ?? from, to)}</Hidden>
    </>
  );
}

/** The spans with the hidden text before each; neighbors that are emphasized share an element. */
function emphasized(
  content: string,
  spans: readonly Span[],
  from: number,
  Tag: 'em' | 'strong',
  inner: (spans: readonly Span[]) => ReactNode,
): ReactNode[] {
  const groups: Span[][] = [];
  for (const span of spans) {
    const group = groups.at(-1);
    if (group?.[0]?.[Tag] === span[Tag]) group.push(span);
    else groups.push([span]);
  }
  let at = from;
  return groups.map((group) => {
    const [start, end] = [group[0]?.from ?? at, group.at(-1)?.to ?? at];
    const hidden = content.slice(at, start);
    at = end;
    return (
      <Fragment key={start}>
        <Hidden>{hidden}</Hidden>
        {group[0]?.[Tag] ? <Tag>{inner(group)}</Tag> : inner(group)}
      </Fragment>
    );
  });
}

const plain = (content: string, spans: readonly Span[]): ReactNode =>
  spans.map(({ text, from }, index) => (
    <Fragment key={from}>
      <Hidden>{content.slice(spans[index - 1]?.to ?? from, from)}</Hidden>
      {text.includes('—') ? withDashes(text) : text}
    </Fragment>
  ));

/** A dash between spaces with the letter before it, or a dash. Without lookbehind, which Safari before 16.4 can't parse. */
const anyDash = /[^\s\p{M}]\p{M}*\s—(?=\s|$)|—/gu;

/**
 * A text cut before and after each dash that is between spaces, together with the letter before it, or right after a word
 * or emphasis. One that opens speech is neither. Every second part has such a dash.
 */
function cutAtDashes(text: string): string[] {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: dash, index } of text.matchAll(anyDash)) {
    if (dash === '—' && /\s/.test(text.charAt(index - 1))) continue;
    parts.push(text.slice(at, index), dash);
    at = index + dash.length;
  }
  return [...parts, text.slice(at)];
}

/** Text whose dashes begin no line (reading.css): browsers may break a line on both sides of a dash. */
function withDashes(text: string): ReactNode {
  let at = 0;
  return cutAtDashes(text).map((part, index) => {
    const from = at;
    at += part.length;
    if (part === '') return null;
    if (index % 2 === 0) return <Fragment key={from}>{part}</Fragment>;
    return (
      <span key={from} className={part === '—' ? 'dash' : 'spaced-dash'}>
        {part}
      </span>
    );
  });
}

function Hidden({ children }: { children: string }) {
  return (
    children !== '' && (
      <span hidden aria-hidden="true">
        {children}
      </span>
    )
  );
}
