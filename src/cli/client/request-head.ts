import type { ApiOptions } from './api-options.ts'

/** Returns the headers of every call: credentials, language and, for a change, the idempotency key. */
export function headersOf(
  options: ApiOptions,
  method: string,
  idempotencyKey: () => string,
): Record<string, string> {
  const { credential } = options
  return {
    Accept: 'application/json',
    'Accept-Language': options.phrase.language,
    'Cache-Control': 'no-store',
    'User-Agent': options.userAgent,
    ...(credential?.kind === 'token' ? { Authorization: `Bearer ${credential.token}` } : {}),
    ...(credential?.kind === 'session'
      ? { Cookie: credential.cookie, 'Tollgate-User': String(credential.userId) }
      : {}),
    ...(method === 'GET' || method === 'HEAD' ? {} : { 'Idempotency-Key': idempotencyKey() }),
  }
}

/** Drops empty values, so that a filter that is not set is not sent. */
export const withoutUndefined = (query: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))

/** Fills a path of the contract with values and appends the query. */
export function fillPath(
  path: string,
  values: Readonly<Record<string, unknown>> = {},
  query?: Readonly<Record<string, unknown>>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const text = new URLSearchParams(
    Object.entries(withoutUndefined(query)).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()
  return text ? `${filled}?${text}` : filled
}
