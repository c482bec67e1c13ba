/**
 * The response to a browser's preflight for a call from another site. Clients in a browser send a key, which no other
 * page knows. `*` does not include `authorization` (Fetch standard, 4.8), so it is listed too.
 */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers': '*, authorization',
  'access-control-max-age': '86400',
} as const
