import { useState } from 'react';
import { Button } from '../../ui/button.tsx';

/** Longer texts, which would push all others out of view, are shown in part. */
const short = { characters: 600, lines: 12 };

/** The text of a message. */
export function MessageText({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const isLong = text.length > short.characters || text.split('\n').length > short.lines;
  return (
    <>
      <p className={`wrap-anywhere whitespace-pre-line ${isLong && !all ? 'line-clamp-12' : ''}`} dir="auto">
        {text}
      </p>
      {isLong && (
        <Button variant="subtle" className="-ms-3" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  );
}
