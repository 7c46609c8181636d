import type { OwnReport, QueueEntry } from '@inkling/contract/reports';
import type { EntryRow, OwnReportRow } from './reports.queries.ts';

export const presentOwn = (row: OwnReportRow): OwnReport => ({
  _id: row.id,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id,
  title: row.title,
  reason: row.reason,
  text: row.text,
  status: row.decision === null ? 'open' : row.decision === 'dismiss' ? 'dismissed' : 'acted',
  createdAt: row.created_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
});

export const presentEntry = (row: EntryRow): QueueEntry => ({
  _id: row.id,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id,
  title: row.title,
  excerpt: row.excerpt,
  person: row.person,
  community: row.community_id,
  reporters: row.reporters,
  reasons: row.reasons,
  held: row.held_for === null ? null : { for: row.held_for, number: row.held_number ?? 0 },
  takenBy: row.taken_by,
  createdAt: row.created_at.toISOString(),
  decision: row.decision,
  decidedBy: row.decided_by,
  closedAt: row.closed_at?.toISOString() ?? null,
  moderated: row.moderated,
});
