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
      {text}
    </Fragment>
  ));

function Hidden({ children }: { children: string }) {
  return (
    children !== '' && (
      <span hidden aria-hidden="true">
        {children}
      </span>
    )
  );
}
