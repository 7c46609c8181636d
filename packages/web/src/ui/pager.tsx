import { Button } from './button.tsx';

interface Props {
  page: number;
  totalPages: number;
  onChange: (page: number) => void;
  /** Of the pages, where a screen has more than one pager. */
  label?: string;
}

/** Previous and next buttons for a paged list. */
export function Pager({ page, totalPages, onChange, label = 'Pages' }: Props) {
  if (totalPages <= 1) return null;
  return (
    <nav aria-label={label} className="mt-8 flex items-center justify-center gap-4">
      <Button disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <span aria-current="page">Page {page}</span>
      <Button disabled={page >= totalPages} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
