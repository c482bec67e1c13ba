import { type ProviderName, providerLabels } from '../../../accounts/identity.ts'
import { AppError } from '../../../errors/app-error.ts'
import { askPublic, FetchRefused, type PublicRequest } from '../../../upstream/fetch-public.ts'

/** Token answers, identities and key sets are small. */
const BYTES_MAX = 262_144
const TIMEOUT_MS = 10_000

export type Fields = Readonly<Record<string, unknown>>

export interface ProviderAnswer {
  readonly status: number
  /** Empty when the answer is no JSON object. */
  readonly fields: Fields
}

/** Calls one provider. Errors shown to users contain neither its text nor any address. */
export interface AskProvider {
  /** @throws AppError `oauth_unreachable`; also when the server has trouble of its own */
  (url: string, request?: Partial<PublicRequest>): Promise<ProviderAnswer>
  readonly provider: ProviderName
}

export function askerOf(provider: ProviderName, allowedRanges: readonly string[]): AskProvider {
  const ask = async (url: string, request: Partial<PublicRequest> = {}): Promise<ProviderAnswer> => {
    try {
      const { status, bytes } = await askPublic(
        url,
        { method: 'GET', headers: {}, body: null, ...request },
        { accept: 'application/json', allowedRanges, bytesMax: BYTES_MAX, timeoutMs: TIMEOUT_MS },
      )
      if (status >= 500) throw unreachable(provider, `status ${status}`)
      return { status, fields: readFields(bytes) }
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error
      throw unreachable(provider, error.message)
    }
  }
  return Object.assign(ask, { provider })
}

/** @param why for the log: which rule or fault, without address and content */
const unreachable = (provider: ProviderName, why: string): AppError =>
  new AppError('oauth_unreachable', { values: valuesOf(provider), detail: { provider, why } })

/** The provider does not vouch for this sign-in: the code is wrong, used or too old. */
export const refused = (provider: ProviderName, why: string): AppError =>
  new AppError('oauth_refused', { values: valuesOf(provider), detail: { provider, why } })

/** The provider's answer is invalid, or the settings do not match its own. */
export const unusable = (provider: ProviderName, why: string): AppError =>
  new AppError('oauth_answer_invalid', { values: valuesOf(provider), detail: { provider, why } })

export const valuesOf = (provider: ProviderName): { readonly provider: string } => ({
  provider: providerLabels[provider],
})

function readFields(bytes: Buffer): Fields {
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Fields) : {}
  } catch {
    return {}
  }
}

/** A member that is a text with something in it. */
export const textOf = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
