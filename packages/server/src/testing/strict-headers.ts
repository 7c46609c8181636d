import { expect } from 'vitest';

/** The headers of every response (docs/product/http.md#headers). */
export const strictHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{18}-[0-9a-z]+$/),
};
