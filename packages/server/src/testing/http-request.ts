import type { Call, InputOf } from '@inkling/contract/call';
import type { InjectOptions } from 'fastify';
import { apiPrefix } from '../platform/http/bind.ts';

/** The HTTP request that a call with this input is. */
export function requestOf<C extends Call>(call: C, input: InputOf<C>, token: string | null): InjectOptions {
  const { params, query, body } = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: object };
  const path = call.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query ?? {}).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
  );
  return {
    method: call.method,
    url: `${apiPrefix}${path}${search.size > 0 ? `?${search}` : ''}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(body !== undefined && { payload: body }),
  };
}
