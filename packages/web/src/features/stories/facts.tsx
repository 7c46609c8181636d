/** A row of labelled figures. */
export function Facts({ facts }: { facts: { name: string; value: string; note?: string | null }[] }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4">
      {facts.map(({ name, value, note }) => (
        <div key={name} className="flex flex-col-reverse bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-semibold tabular-nums">
            {value}
            {note && <span className="ms-2 text-sm font-normal text-muted">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
