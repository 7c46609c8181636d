import type { ReactNode } from 'react';

interface Props {
  label: string;
  columns: string[];
  rows: { key: string; cells: ReactNode[] }[];
}

/** A table of figures: the first column names the row. It scrolls sideways where it does not fit. */
export const PlainTable = ({ label, columns, rows }: Props) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    tabIndex={0}
    className="max-h-[32rem] overflow-auto print:max-h-none print:overflow-visible"
  >
    <table className="w-full text-start tabular-nums">
      <thead className="sticky top-0 bg-surface text-sm text-muted">
        <tr>
          {columns.map((name, index) => (
            <th key={name} scope="col" className={`py-2 pe-4 ${index === 0 ? 'text-start' : 'text-end'}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...cells] }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="min-w-40 py-1 pe-4 text-start font-normal">
              {first}
            </th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]} className="py-1 pe-4 text-end">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
