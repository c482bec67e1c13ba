import type { components } from '../../../openapi/types.gen.ts'
import { api, dataOf } from './client.ts'

type Token = components['schemas']['Token']
type Coupon = components['schemas']['Redemption']

/**
 * Returns tokens with their keys in plain text. Lists mask keys once the last proof of identity is too old; requesting
 * a single key asks for a new proof. If the site shows keys only once, they stay masked.
 *
 * @throws ApiProblem `proof_required` if the proof is not given
 */
export async function withKeys(tokens: readonly Token[]): Promise<Token[]> {
  const shown: Token[] = []
  for (const token of tokens)
    shown.push(
      token.key_masked
        ? await dataOf(
            api.GET('/api/token/{id}', { params: { path: { id: token.id }, query: { show_key: true } } }),
          )
        : token,
    )
  return shown
}

const MASK = '***'

/** Returns redemption codes in plain text, as {@link withKeys} does for tokens. */
export async function withCodes(coupons: readonly Coupon[]): Promise<Coupon[]> {
  const shown: Coupon[] = []
  for (const coupon of coupons)
    shown.push(
      coupon.key.includes(MASK)
        ? await dataOf(
            api.GET('/api/redemption/{id}', {
              params: { path: { id: coupon.id }, query: { show_key: true } },
            }),
          )
        : coupon,
    )
  return shown
}
