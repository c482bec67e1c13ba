import type { FastifyRequest } from 'fastify'
import { unixSeconds } from '../clock.ts'
import { AppError } from '../errors/app-error.ts'
import { USER_ENABLED } from '../http/actor.ts'
import { parseAddressList } from '../limits/address-list.ts'
import type { ApiServices } from './api-services.ts'
import { tokenStatus } from './tokens/tokens.repository.ts'

/** An API token that requests its own data, with its owner. */
export interface TokenOwner {
  readonly tokenId: number
  readonly tokenName: string
  readonly userId: number
  /** Unix seconds; -1 = never. */
  readonly expiredTime: number
  readonly modelLimitsEnabled: boolean
  readonly modelLimits: readonly string[]
}

interface Row {
  id: number
  name: string
  user_id: number
  status: number
  expired_time: number
  allow_ips: string
  model_limits_enabled: number
  model_limits: string
  user_status: number
}

/** An administrator's channel pin (`sk-<key>-<channel id>`) may follow the key and is ignored. */
const TOKEN = /^(?:Bearer\s+)?(?:sk-)?([0-9A-Za-z]{16,128})(?:-\d{1,15})?$/i

/**
 * Finds the token in a request. An expired or exhausted token may still request its usage. A disabled one may not, nor
 * one from an address outside its list: the key may be stolen, and the log can contain prompts.
 *
 * @throws AppError `token_missing`, `token_invalid`, `token_disabled`, `user_banned`, `token_ip_forbidden`
 */
export async function findTokenOwner(
  { knex, secrets, clock, addressOf }: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'addressOf'>,
  request: FastifyRequest,
): Promise<TokenOwner> {
  const { headers } = request
  const named = headers['x-api-key'] ?? headers['x-goog-api-key']
  const text = (headers.authorization ?? (Array.isArray(named) ? named[0] : named) ?? '').trim()
  if (text === '') throw new AppError('token_missing')
  const [, key] = TOKEN.exec(text) ?? []
  if (key === undefined) throw new AppError('token_invalid')
  const hash = secrets.hash(key)
  const row = await knex('tokens')
    .join('users', 'users.id', 'tokens.user_id')
    .where((token) =>
      token
        .where('tokens.key_hash', hash)
        .orWhere((former) =>
          former
            .where('tokens.former_key_hash', hash)
            .where('tokens.former_key_until', '>', unixSeconds(clock)),
        ),
    )
    .whereNull('tokens.deleted_time')
    .whereNull('users.deleted_time')
    .first<Row | undefined>(
      'tokens.id',
      'tokens.name',
      'tokens.user_id',
      'tokens.status',
      'tokens.expired_time',
      'tokens.allow_ips',
      'tokens.model_limits_enabled',
      'tokens.model_limits',
      'users.status as user_status',
    )
  if (!row) throw new AppError('token_invalid')
  if (row.status === tokenStatus.disabled) throw new AppError('token_disabled')
  if (row.user_status !== USER_ENABLED) throw new AppError('user_banned')
  const isForbidden =
    row.allow_ips.trim() !== '' && !parseAddressList(row.allow_ips).includes(addressOf(request))
  if (isForbidden) throw new AppError('token_ip_forbidden')
  return {
    tokenId: row.id,
    tokenName: row.name,
    userId: row.user_id,
    expiredTime: row.expired_time,
    modelLimitsEnabled: row.model_limits_enabled === 1,
    modelLimits: row.model_limits.split(',').filter((each) => each !== ''),
  }
}
