import { CliError, usageError } from '../../cli-error.ts'
import type { ListExtent } from '../../client/api.ts'
import type { ItemOf } from '../../client/contract-types.ts'
import type { CommandContext } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { dollars, thousandthsOf } from '../../ui/money.ts'
import { findChannel } from '../channel/channel-object.ts'

export type LogRow = ItemOf<'/api/log/'>

export const typeNames = ['all', 'topup', 'consume', 'admin', 'system', 'checkin', 'error'] as const

const administrator = 10

/** The flags of `tollgate logs` that select rows. */
export interface LogFlags {
  readonly model: string | undefined
  readonly user: string | undefined
  readonly channel: string | undefined
  readonly token: string | undefined
  readonly group: string | undefined
  readonly type: string | undefined
  readonly isErrors: boolean | undefined
  /** Unix seconds. */
  readonly since: number | undefined
  readonly until: number | undefined
  readonly request: string | undefined
  readonly isOwn: boolean | undefined
}

/** The selected rows, as query parameters of the API. */
export interface LogQuery {
  readonly filters: {
    readonly model_name: string | undefined
    readonly token_name: string | undefined
    readonly group: string | undefined
    readonly type: number | undefined
  }
  /** Used only for lists; when following, only new rows are requested. */
  readonly bounds: {
    readonly start_timestamp: number | undefined
    readonly end_timestamp: number | undefined
    readonly request_id: string | undefined
  }
  readonly user: string | undefined
  readonly channel: string | undefined
  readonly isOwn: boolean
}

/** Builds the query from the flags. @throws CliError `usage` for flags that contradict each other */
export function readLogQuery(flags: LogFlags, { phrase }: Pick<CommandContext, 'phrase'>): LogQuery {
  const { user, channel, type, isErrors, isOwn } = flags
  const refuse = (first: string, second: string): never => {
    throw usageError(phrase('usage.notTogether', { first, second }))
  }
  if (isOwn && user !== undefined) refuse('--self', '--user')
  if (isOwn && channel !== undefined) refuse('--self', '--channel')
  if (isErrors && type !== undefined && type !== 'error') refuse('--errors', '--type')
  const typeName = isErrors ? 'error' : type
  return {
    filters: {
      model_name: flags.model,
      token_name: flags.token,
      group: flags.group,
      type: typeName === undefined ? undefined : (typeNames as readonly string[]).indexOf(typeName),
    },
    bounds: {
      start_timestamp: flags.since,
      end_timestamp: flags.until,
      request_id: flags.request,
    },
    user,
    channel,
    isOwn: isOwn ?? false,
  }
}

/** Returns the ID of the channel in the query. @throws CliError `not_found` */
export const channelNumber = async (
  { channel }: LogQuery,
  context: CommandContext,
): Promise<string | undefined> =>
  channel === undefined ? undefined : String((await findChannel(channel, context)).id)

/**
 * Lists log rows, newest first: of all users for administrators unless they ask for their own, and the caller's own for
 * everyone else.
 */
export async function listLog(
  query: LogQuery,
  extent: ListExtent,
  context: CommandContext,
): Promise<LogRow[]> {
  const { api } = context
  const { user, channel, isOwn } = query
  const filters = { ...query.filters, ...query.bounds }
  const ofOwn = (): Promise<LogRow[]> => api.list('/api/log/self', filters, extent)
  const ofAll = async (): Promise<LogRow[]> =>
    api.list(
      '/api/log/',
      { ...filters, username: user, channel: await channelNumber(query, context) },
      extent,
    )
  if (isOwn) return ofOwn()
  return user !== undefined || channel !== undefined ? ofAll() : allOrOwn(ofAll, ofOwn, context)
}

/** Adds the cost in dollars, as shown in JSON. */
export const priced = (row: LogRow, quotaPerUnit: number): LogRow & { usd: string } => ({
  ...row,
  usd: dollars(thousandthsOf(row.quota_exact), quotaPerUnit).replace(/[$ ]/g, ''),
})

/** Lists all rows for administrators; other users automatically get their own. */
async function allOrOwn(
  ofAll: () => Promise<LogRow[]>,
  ofOwn: () => Promise<LogRow[]>,
  { settings }: CommandContext,
): Promise<LogRow[]> {
  const role = settings.token?.from === 'context' ? settings.context?.user?.role : undefined
  if (role !== undefined && role < administrator) return ofOwn()
  try {
    return await ofAll()
  } catch (error) {
    if (error instanceof CliError && error.exitCode === exitCodes.notAllowed) return ofOwn()
    throw error
  }
}
