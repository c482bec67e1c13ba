import type { Options } from '../options/registry.ts'

/** Headers of every console page except its content policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // For browsers that do not support frame-ancestors.
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/**
 * Returns the content policy of the console: nothing inline, and nothing from other sites except images and frames that
 * administrators choose. The human check and Telegram's sign-in button need their own scripts, which are allowed while
 * those features are on.
 *
 * @param nonce marks the site owner's additions to this page, which may run, apply styles and call other servers
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
    // Positions of menus and lengths of bars. A style attribute cannot select other elements.
    ['style-src-attr', "'unsafe-inline'"],
    ['img-src', "'self'", 'data:', 'https:', 'http:'],
    ['media-src', "'self'"],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...(nonce === undefined ? [] : ['https:'])],
    ['frame-src', 'https:', 'http:'],
    // Payments are forms sent to the payment service, whose URL may use plain HTTP.
    ['form-action', "'self'", 'https:', ...originOf(options.PayAddress)],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['frame-ancestors', "'none'"],
  ]
  return policy.map((each) => each.join(' ')).join('; ')
}

const originOf = (address: string): readonly string[] =>
  URL.canParse(address) ? [new URL(address).origin] : []
