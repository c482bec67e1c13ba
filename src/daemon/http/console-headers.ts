import type { Options } from '../options/registry.ts'

/** Headers of every console page besides its content policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // For browsers that do not know frame-ancestors.
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/**
 * The content policy of the console: nothing inline, and nothing from elsewhere except images and frames that
 * administrators choose. The human check and Telegram's sign-in button need scripts of their own, which are allowed
 * while those are turned on.
 *
 * @param nonce marks what the site's owner added to this page; it may run, style and report to its own site
 * @see https://developers.cloudflare.com/turnstile/reference/content-security-policy/
 */
export function contentPolicy(
  options: Pick<Options, 'TurnstileCheckEnabled' | 'TelegramOAuthEnabled' | 'PayAddress'>,
  nonce?: string,
): string {
  const marked = nonce === undefined ? [] : [`'nonce-${nonce}'`]
  const scripts = [
    ...(options.TurnstileCheckEnabled ? ['https://challenges.cloudflare.com'] : []),
    ...(options.TelegramOAuthEnabled ? ['https://telegram.org'] : []),
  ]
  const policy: readonly (readonly [string, ...string[]])[] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...marked, ...scripts],
    ['style-src', "'self'", ...marked],
    // Positions of menus and lengths of bars; an attribute cannot select other elements.
    ['style-src-attr', "'unsafe-inline'"],
    ['img-src', "'self'", 'data:', 'https:', 'http:'],
    ['media-src', "'self'"],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...(nonce === undefined ? [] : ['https:'])],
    ['frame-src', 'https:', 'http:'],
    // Payments are forms that go to the payment service, which may be one without https.
    ['form-action', "'self'", 'https:', ...originOf(options.PayAddress)],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['frame-ancestors', "'none'"],
  ]
  return policy.map((each) => each.join(' ')).join('; ')
}

const originOf = (address: string): readonly string[] =>
  URL.canParse(address) ? [new URL(address).origin] : []
