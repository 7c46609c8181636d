import { AppError, notFound } from '../../platform/app-error.ts';
import type { Viewer } from '../../platform/context.ts';
import { type PolicyViewer, requireAllowed } from '../../platform/policy.ts';

/** Throws NOT_FOUND unless the measure is against the viewer: nobody else but staff learns of it. */
export function requireConcerned<M extends { person_id: string }>(
  viewer: PolicyViewer,
  measure: M | undefined,
): M {
  if (measure === undefined || measure.person_id !== viewer?.id) throw notFound('Measure');
  requireAllowed(viewer, true, 'This measure isn’t about you.');
  return measure;
}

/**
 * Throws NOT_FOUND, and NOT_ALLOWED if the measure is against the viewer, about which a colleague decides, or against the
 * site’s team, about which admins do.
 */
export function requireAgainstOther<M extends { person_id: string; is_about_team: boolean }>(
  viewer: Pick<Viewer, 'id' | 'isAdmin'>,
  measure: M | undefined,
): M {
  if (measure === undefined) throw notFound('Measure');
  if (measure.is_about_team && !viewer.isAdmin)
    throw new AppError('NOT_ALLOWED', 'Only admins can decide what concerns admins or moderators.');
  if (measure.person_id === viewer.id)
    throw new AppError(
      'NOT_ALLOWED',
      'You can’t decide about something of your own. Someone else on the team has to.',
    );
  return measure;
}
