import { z } from 'zod';

/** A whole number in a query, from `min` to `max`; `name` starts the error message. */
export function wholeNumber(name: string, min: number, max: number) {
  const message = `${name} must be a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
}

/** The query of a list: `page` from 1, `limit` from 1 to `max`. Invalid values are errors (docs/product/contract.md#lists-and-paging). */
export const pageQuery = (defaultLimit: number, max = 100) =>
  z.object({
    page: wholeNumber('A page', 1, 10_000).default(1),
    limit: wholeNumber('A limit', 1, max).default(defaultLimit),
  });

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  hasMore: z.boolean(),
});
export type Pagination = z.output<typeof pagination>;

/** `next`, absent on the last page, is the `after` of the next one (docs/product/contract.md#lists-and-paging). */
export const positionedPagination = pagination.extend({ next: z.string().optional() });

/** The pagination block of a list response. */
export const paginate = (page: number, limit: number, total: number): Pagination => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
  hasMore: page * limit < total,
});

const success = z.literal(true);

/** `{ success, data }`. */
export const dataResponse = <T extends z.ZodType>(data: T) => z.object({ success, data });
/** `{ success, data[], pagination }`. */
export const listResponse = <T extends z.ZodType>(item: T) =>
  z.object({ success, data: z.array(item), pagination });
/** `{ success, …fields }`: fields at the top level. */
export const topResponse = <T extends z.ZodRawShape>(fields: T) => z.object({ success, ...fields });
/** A list whose pages can also be requested by position. */
export const positionedListResponse = <T extends z.ZodType>(item: T) =>
  z.object({ success, data: z.array(item), pagination: positionedPagination });
/** The query of such a list. */
export const positionedPageQuery = (defaultLimit: number) =>
  pageQuery(defaultLimit).extend({ after: z.string().max(2000).optional() });
/** `{ success, message }`. */
export const emptyResponse = z.object({ success, message: z.string() });
