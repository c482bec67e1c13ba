/**
 * Headers of every response that is not a page of the console, including errors. The console is on the same origin, so
 * nothing that an upstream or a user wrote may ever run or render as one of its pages.
 *
 * `same-origin` does not affect browser clients on other sites: browsers only apply it to content embedded without CORS
 * (images, scripts, frames), while those clients use CORS, which the relay allows for everybody.
 *
 * @see https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header (read 2026-11-22)
 */
export const guardHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
}
