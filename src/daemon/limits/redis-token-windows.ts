import type { Redis } from 'ioredis'
import { TOKEN_WINDOW_MS } from './token-window.ts'

/**
 * The windows of tokens per minute shared by several daemons, by Redis' own clock: the times of the calls in a sorted
 * set, and the tokens of each in a hash, with the sum under `total`. One script is one atomic step.
 *
 * KEYS[1] times, KEYS[2] tokens; ARGV: window in ms, mode (`reserve`, `correct`), call, limit, reserved, used. Returns
 * the milliseconds to wait, 0 = allowed.
 */
const SCRIPT = `
local times, weights = KEYS[1], KEYS[2]
local window, mode, call = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local limit, reserved, used = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function weigh(id) return tonumber(redis.call('HGET', weights, id) or '0') end
for _, old in ipairs(redis.call('ZRANGEBYSCORE', times, '-inf', now - window)) do
  redis.call('HINCRBY', weights, 'total', -weigh(old))
  redis.call('HDEL', weights, old)
  redis.call('ZREM', times, old)
end
local function add(tokens)
  redis.call('ZADD', times, now, call)
  redis.call('HSET', weights, call, tokens)
  redis.call('HINCRBY', weights, 'total', tokens)
  redis.call('PEXPIRE', times, window)
  redis.call('PEXPIRE', weights, window)
end
if mode == 'reserve' then
  local surplus = weigh('total') + reserved - limit
  if surplus <= 0 then
    add(reserved)
    return 0
  end
  for _, old in ipairs(redis.call('ZRANGE', times, 0, -1)) do
    surplus = surplus - weigh(old)
    if surplus <= 0 then
      return math.max(1, math.min(window, tonumber(redis.call('ZSCORE', times, old)) + window - now))
    end
  end
  return window
end
if redis.call('HEXISTS', weights, call) == 1 then
  redis.call('HINCRBY', weights, 'total', used - weigh(call))
  if used == 0 then
    redis.call('ZREM', times, call)
    redis.call('HDEL', weights, call)
  else
    redis.call('HSET', weights, call, used)
  end
elseif used > reserved then
  add(used - reserved)
end
return 0
`

const COMMAND = 'tollgateTokenWindow'

export interface TokenWindowCall {
  readonly mode: 'reserve' | 'correct'
  readonly key: string
  readonly id: string
  readonly limit: number
  readonly reserved: number
  readonly used: number
}

/** @returns milliseconds to wait, 0 = allowed. @throws the error of Redis */
export type RunTokenWindow = (call: TokenWindowCall) => Promise<number>

type WithCommand = Redis & {
  [COMMAND](times: string, weights: string, ...rest: (string | number)[]): Promise<number>
}

/** Defines the script on a connection. The braces keep both keys on one node of a cluster. */
export function defineTokenWindows(redis: Redis): RunTokenWindow {
  redis.defineCommand(COMMAND, { numberOfKeys: 2, lua: SCRIPT })
  const connection = redis as WithCommand
  return ({ mode, key, id, limit, reserved, used }) => {
    const name = `tollgate:tokens:{${key}}`
    const rest = [TOKEN_WINDOW_MS, mode, id, limit, reserved, used]
    return connection[COMMAND](`${name}:times`, `${name}:used`, ...rest)
  }
}
