/**
 * The answer to a browser's question before a call from another site: clients run there with a key of their own, which
 * no other page can send. `*` does not cover `authorization` (Fetch standard, 4.8), so it stands beside it.
 */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers': '*, authorization',
  'access-control-max-age': '86400',
} as const
