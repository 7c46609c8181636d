import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';

/**
 * Accepts a file that is dropped or pasted on an element, or chosen with an input. Spread `zone` on the element and `input`
 * on the input. No file is accepted while `busy`.
 */
export function useFileSource(busy: boolean, onFile: (file: File) => void) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const accept = (file: File | undefined) => {
    if (file !== undefined && !busy) onFile(file);
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
        accept(event.dataTransfer.files[0]);
      },
      onPaste: (event: ClipboardEvent) => accept(event.clipboardData.files[0]),
    },
    input: {
      ref: input,
      onChange: () => {
        const [file] = input.current?.files ?? [];
        accept(file);
        // Allows choosing the same file again.
        if (input.current) input.current.value = '';
      },
    },
  };
}
