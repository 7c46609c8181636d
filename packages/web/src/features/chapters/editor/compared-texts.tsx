import { useMemo } from 'react';
import { type ComparedLine, compareTexts } from './compare.ts';

interface Side {
  name: string;
  text: string;
}

/** Two texts side by side, stacked on narrow screens, with their differences marked. */
export function ComparedTexts({ left, right, language }: { left: Side; right: Side; language: string }) {
  const compared = useMemo(() => compareTexts(left.text, right.text), [left.text, right.text]);
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Column name={left.name} lines={compared.left} language={language} />
      <Column name={right.name} lines={compared.right} language={language} />
    </div>
  );
}

function Column({ name, lines, language }: { name: string; lines: ComparedLine[]; language: string }) {
  return (
    <section aria-label={name} className="min-w-0">
      <h3 className="mb-2 font-semibold">{name}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <div tabIndex={0} className="max-h-[45dvh] space-y-2 overflow-y-auto rounded-md border border-line p-3">
        {lines.length === 0 && <p className="text-muted">No text.</p>}
        {lines.map((line) =>
          line.kind === 'gap' ? (
            <p key={line.at} className="text-center text-sm text-muted">
              {line.hidden} unchanged {line.hidden === 1 ? 'paragraph' : 'paragraphs'}
            </p>
          ) : (
            <p
              key={line.at}
              dir="auto"
              lang={language}
              className={line.kind === 'different' ? 'border-s-4 border-accent bg-sunken ps-2' : 'ps-3'}
            >
              {line.kind === 'different' && <span className="sr-only">Changed: </span>}
              {line.text}
            </p>
          ),
        )}
      </div>
    </section>
  );
}
