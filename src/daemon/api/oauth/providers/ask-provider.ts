import { type ProviderName, providerLabels } from '../../../accounts/identity.ts'
import { AppError } from '../../../errors/app-error.ts'
import { askPublic, FetchRefused, type PublicRequest } from '../../../upstream/fetch-public.ts'

/** Token responses, identities and key sets are small. */
const BYTES_MAX = 262_144
const TIMEOUT_MS = 10_000

export type Fields = Readonly<Record<string, unknown>>

export interface ProviderAnswer {
  readonly status: number
  /** Empty if the response is not a JSON object. */
  readonly fields: Fields
}

/** Calls one provider. Errors shown to users contain neither the provider's text nor any URL. */
export interface AskProvider {
  /** @throws AppError `oauth_unreachable`; also if the server responds with a 5xx */
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

/** @param why for the log: which rule or fault, without URL and content */
const unreachable = (provider: ProviderName, why: string): AppError =>
  new AppError('oauth_unreachable', { values: valuesOf(provider), detail: { provider, why } })

/** Creates the error for a sign-in that the provider does not confirm: the code is wrong, used or too old. */
export const refused = (provider: ProviderName, why: string): AppError =>
  new AppError('oauth_refused', { values: valuesOf(provider), detail: { provider, why } })

/** Creates the error for an invalid response, or for settings that do not match the provider's. */
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

/** Returns a member if it is a text that is not blank. */
export const textOf = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
