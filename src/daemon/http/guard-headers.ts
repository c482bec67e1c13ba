/**
 * Headers of every answer that is no page of the console, errors included. The console is on the same origin, so nothing
 * that an upstream or a user wrote may ever run or render as a page of it.
 *
 * `same-origin` does not get in the way of browser clients from elsewhere: browsers apply it only to what is embedded
 * without CORS (images, scripts, frames), and those clients use CORS, which the relay allows to everybody.
 *
 * @see https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header (read 2026-11-22)
 */
export const guardHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
}
