import { Fragment, type ReactNode } from 'react';

/** A line that separates scenes. */
export const isSceneBreak = (text: string): boolean => text.trim() === '***';

const marks = /\*\*(?=\S)(.+?)(?<=\S)\*\*|\*(?=\S)(.+?)(?<=\S)\*/g;

/**
 * Renders `*emphasis*` and `**strong**`; everything else is plain text. The marks stay in the DOM but are hidden, so that
 * offsets into the stored text remain valid.
 */
export function InlineText({ text }: { text: string }) {
  return <>{render(text, 0)}</>;
}

function render(text: string, depth: number): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(marks)) {
    const strong = match[1] !== undefined;
    const inner = match[1] ?? match[2] ?? '';
    const mark = strong ? '**' : '*';
    if (match.index > from) parts.push(text.slice(from, match.index));
    const Tag = strong ? 'strong' : 'em';
    parts.push(
      <Fragment key={match.index}>
        <Mark>{mark}</Mark>
        <Tag>{depth < 2 ? render(inner, depth + 1) : inner}</Tag>
        <Mark>{mark}</Mark>
      </Fragment>,
    );
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

function Mark({ children }: { children: string }) {
  return (
    <span hidden aria-hidden="true">
      {children}
    </span>
  );
}
