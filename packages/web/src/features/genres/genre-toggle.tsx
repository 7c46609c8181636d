import { Check, X } from 'lucide-react';

interface Props {
  name: string;
  chosen: boolean;
  onToggle: () => void;
}

export function GenreToggle({ name, chosen, onToggle }: Props) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onToggle}
      className="group inline-flex min-h-11 items-center gap-1.5 rounded-full border border-control px-4 hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent"
    >
      {chosen && <Check aria-hidden="true" className="size-4 group-hover:hidden" />}
      {chosen && <X aria-hidden="true" className="hidden size-4 group-hover:block" />}
      {name}
    </button>
  );
}
