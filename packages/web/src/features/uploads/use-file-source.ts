import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';

/**
 * Takes a file that is dropped or pasted on an element, or chosen through an input: `zone` goes on the element,
 * `input` on the input. Nothing is taken while `busy`.
 */
export function useFileSource(busy: boolean, take: (file: File) => void) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const offer = (file: File | undefined) => {
    if (file !== undefined && !busy) take(file);
  };
  return {
    over,
    choose: () => input.current?.click(),
    zone: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(event.dataTransfer.types.includes('Files') && !busy);
      },
      onDragLeave: (event: DragEvent) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        offer(event.dataTransfer.files[0]);
      },
      onPaste: (event: ClipboardEvent) => offer(event.clipboardData.files[0]),
    },
    input: {
      ref: input,
      onChange: () => {
        const [file] = input.current?.files ?? [];
        offer(file);
        // The same file may be chosen again.
        if (input.current) input.current.value = '';
      },
    },
  };
}
