import { splitList } from '../../channels/channel-columns.ts'
import { storeModelFallbacks } from '../../channels/model-fallbacks.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Options } from '../../options/registry.ts'
import { isVisible } from '../../visible-text.ts'
import { usableGroups } from '../groups/groups.service.ts'
import { readAddressLines } from './address-lines.ts'
import type { TokenRow } from './tokens.repository.ts'

/** Fields that a form may write, except for money and status; an absent one stays unchanged. */
export interface TokenInput {
  readonly name?: string
  readonly expired_time?: number
  readonly model_limits_enabled?: boolean
  readonly model_limits?: string
  readonly model_fallbacks?: Readonly<Record<string, readonly string[]>>
  readonly allow_ips?: string
  readonly group?: string
  readonly rate_limit_enabled?: boolean
  readonly rate_limit_period?: number
  readonly rate_limit_count?: number
  readonly rate_limit_success?: number
  readonly tokens_per_minute?: number
}

const flag = (value: boolean): number => (value ? 1 : 0)

/** @throws AppError `token_name_required`, `token_address_invalid` */
export function toTokenColumns(input: TokenInput): Partial<TokenRow> {
  const columns: Partial<TokenRow> = {}
  if (input.name !== undefined) columns.name = readName(input.name)
  if (input.expired_time !== undefined) columns.expired_time = input.expired_time
  if (input.model_limits_enabled !== undefined)
    columns.model_limits_enabled = flag(input.model_limits_enabled)
  if (input.model_limits !== undefined) columns.model_limits = splitList(input.model_limits).join(',')
  if (input.model_fallbacks !== undefined)
    columns.model_fallbacks = storeModelFallbacks(input.model_fallbacks)
  if (input.allow_ips !== undefined) columns.allow_ips = readAddressLines(input.allow_ips)
  if (input.group !== undefined) columns.group_name = input.group.trim()
  if (input.rate_limit_enabled !== undefined) columns.rate_limit_enabled = flag(input.rate_limit_enabled)
  if (input.rate_limit_period !== undefined) columns.rate_limit_period = input.rate_limit_period
  if (input.rate_limit_count !== undefined) columns.rate_limit_count = input.rate_limit_count
  if (input.rate_limit_success !== undefined) columns.rate_limit_success = input.rate_limit_success
  if (input.tokens_per_minute !== undefined) columns.tokens_per_minute = input.tokens_per_minute
  return columns
}

/** @throws AppError `token_name_required` */
export function readName(text: string | undefined): string {
  const name = text?.trim() ?? ''
  if (!isVisible(name) || [...name].length > 30) throw new AppError('token_name_required', { field: 'name' })
  return name
}

/**
 * Checks that a user may choose a group. Empty = the group of the account, whatever it is.
 * @throws AppError `group_forbidden`
 */
export function checkUsableGroup(group: string, userGroup: string, options: Options): void {
  if (group === '' || group === userGroup) return
  if (!usableGroups(options, userGroup).some((each) => each.name === group))
    throw new AppError('group_forbidden', { field: 'group', values: { group } })
}
