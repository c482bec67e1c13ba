import { AppError } from '../errors/app-error.ts'

const TIMEOUT_MS = 5_000

/**
 * Verifies a token of the human check. A token is valid for one action, which the verifier enforces.
 *
 * @param address of the visitor
 * @param url of the verifier
 * @throws AppError `turnstile_required` without a token, `turnstile_failed` for a bad one, `turnstile_unreachable`
 */
export async function verifyTurnstile(
  token: string | undefined,
  secret: string,
  address: string,
  url: string,
): Promise<void> {
  if (!token) throw new AppError('turnstile_required')
  let isHuman: boolean
  try {
    const { request } = await import('undici')
    const { body } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ secret, response: token, remoteip: address }).toString(),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    })
    const verdict = (await body.json()) as { success?: unknown } | null
    isHuman = verdict?.success === true
  } catch (cause) {
    throw new AppError('turnstile_unreachable', { cause })
  }
  if (!isHuman) throw new AppError('turnstile_failed')
}
