import type { LogFilter, LogRow } from '../logs/log-filter.ts'
import { readModelPattern } from '../logs/model-pattern.ts'

/** Filter of the feed: the fields that can be checked against a row in memory. */
export type FeedFilter = Pick<
  LogFilter,
  'userId' | 'type' | 'username' | 'tokenName' | 'model' | 'group' | 'channelId'
>

/**
 * Returns a check of rows against a filter that agrees with the database's. It is case-sensitive. SQLite's LIKE is not,
 * so rows from SQLite are checked too, and a reader sees the same rows before and after catching up.
 */
export function createLogMatch(filter: FeedFilter): (row: LogRow) => boolean {
  const { userId, type, username, tokenName, model, group, channelId } = filter
  const pattern = model ? readModelPattern(model) : undefined
  const isModel = (text: string): boolean => {
    if (!pattern) return true
    const { name, isOpenBefore, isOpenAfter } = pattern
    if (isOpenBefore && isOpenAfter) return text.includes(name)
    if (isOpenBefore) return text.endsWith(name)
    return isOpenAfter ? text.startsWith(name) : text === name
  }
  return (row) =>
    (userId === undefined || row.user_id === userId) &&
    (!type || row.type === type) &&
    (!username || row.username === username) &&
    (!tokenName || row.token_name === tokenName) &&
    (!group || row.group_name === group) &&
    (!channelId || row.channel_id === channelId) &&
    isModel(row.model)
}
