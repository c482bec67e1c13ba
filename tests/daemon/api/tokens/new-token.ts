import type { Caller } from '../../../support/test-services.ts'

/** A token in API responses. */
export interface TokenAnswer {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly key: string
  readonly status: number
  readonly remain_quota: number
  readonly remain_quota_exact: string
  readonly used_quota: number
  readonly used_quota_exact: string
  readonly held_quota: number
  readonly unlimited_quota: boolean
  readonly expired_time: number
  readonly group: string
  readonly allow_ips: string
  readonly model_limits: string
  readonly [field: string]: unknown
}

export interface TokenPage {
  readonly items: TokenAnswer[]
  readonly page: number
  readonly page_size: number
  readonly total: number
}

/** Creates a token for the caller. */
export const newToken = (
  owner: Caller,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<TokenAnswer> =>
  owner.call<TokenAnswer>('POST', '/api/token/', { name: 'ci', remain_quota: 1000, ...fields })
