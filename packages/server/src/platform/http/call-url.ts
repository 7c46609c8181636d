import type { CallKey } from '@inkling/contract/call';
import { apiPrefix } from './bind.ts';

export interface UrlInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
}

/** The URL of a call, given by its key, with this input. */
export function callUrl(key: CallKey, { params = {}, query = {} }: UrlInput): string {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
  return `${apiPrefix}${path}${search.size > 0 ? `?${search}` : ''}`;
}
