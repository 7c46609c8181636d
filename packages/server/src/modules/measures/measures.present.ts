import type { Appeal, Measure, OwnMeasure } from '@inkling/contract/measures';
import type { MeasureRow } from './measures.queries.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

function presentAppeal({ appeal, appealed_at, answer, answered_at, is_granted }: MeasureRow): Appeal | null {
  if (appeal === null || appealed_at === null) return null;
  const status = is_granted === null ? 'open' : is_granted ? 'granted' : 'refused';
  return { status, text: appeal, createdAt: appealed_at.toISOString(), answer, answeredAt: iso(answered_at) };
}

/** A measure as the person concerned sees it, without names. */
export const presentOwn = (row: MeasureRow): OwnMeasure => ({
  _id: row.id,
  kind: row.kind,
  subject:
    row.subject_kind === null || row.subject_id === null
      ? null
      : { kind: row.subject_kind, _id: row.subject_id, title: row.title },
  reason: row.reason,
  isByModerator: row.is_by_moderator,
  createdAt: row.created_at.toISOString(),
  until: iso(row.ends_at),
  endedAt: iso(row.ended_at),
  appeal: presentAppeal(row),
  canAppeal: row.appeal === null && row.ended_at === null,
});

/** A measure as staff see it. */
export const presentMeasure = (row: MeasureRow): Measure => ({
  ...presentOwn(row),
  person: row.person,
  by: row.by,
  liftedBy: row.lifted_by,
});
