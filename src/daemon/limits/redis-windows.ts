import type { Redis } from 'ioredis'

/**
 * Sliding windows shared by several daemons: per key a list of the times of its newest `limit` attempts, by Redis' own
 * clock, so that daemons with different clocks agree. One script is one atomic step.
 *
 * KEYS[1] list; ARGV: limit, window in ms, mode (`take`, `peek`, `add`, `give-back`, `forget`). Returns the
 * milliseconds to wait, 0 = allowed.
 */
const SCRIPT = `
local limit, window, mode = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
if mode == 'forget' then
  redis.call('DEL', KEYS[1])
  return 0
end
if mode == 'give-back' then
  redis.call('RPOP', KEYS[1])
  return 0
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if mode ~= 'add' then
  local oldest = redis.call('LINDEX', KEYS[1], -limit)
  if oldest then
    local wait = tonumber(oldest) + window - now
    if wait > 0 then return math.min(wait, window) end
  end
end
if mode ~= 'peek' then
  redis.call('RPUSH', KEYS[1], now)
  redis.call('LTRIM', KEYS[1], -limit, -1)
  redis.call('PEXPIRE', KEYS[1], window)
end
return 0
`

const COMMAND = 'tollgateSlidingWindow'
const KEY_PREFIX = 'tollgate:limit:'

export type WindowMode = 'take' | 'peek' | 'add' | 'give-back' | 'forget'
/** @returns milliseconds to wait, 0 = allowed. @throws the error of Redis */
export type RunWindow = (key: string, limit: number, windowMs: number, mode: WindowMode) => Promise<number>

type WithCommand = Redis & {
  [COMMAND](key: string, limit: number, windowMs: number, mode: WindowMode): Promise<number>
}

/** Defines the script on a connection; ioredis sends its hash and falls back to the text if Redis no longer has it. */
export function defineWindows(redis: Redis): RunWindow {
  redis.defineCommand(COMMAND, { numberOfKeys: 1, lua: SCRIPT })
  const connection = redis as WithCommand
  return (key, limit, windowMs, mode) => connection[COMMAND](`${KEY_PREFIX}${key}`, limit, windowMs, mode)
}
