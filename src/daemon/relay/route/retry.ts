import type { Options } from '../../options/registry.ts'

/** Rules for which failed attempts are followed by another. Read once per snapshot. */
export interface RetryRules {
  readonly extraAttempts: number
  /** Whether failed channels may be asked again once every candidate has been tried. */
  readonly repeatsChannels: boolean
  /** undefined = automatic retry is off and the fixed rules apply. */
  readonly statuses: StatusList | undefined
}

/** A parsed list such as `5xx,4xx,502`. */
export interface StatusList {
  readonly codes: ReadonlySet<number>
  readonly classes: ReadonlySet<number>
}

/** Statuses that would fail on every channel; retried only when listed as exact codes. */
const FAILS_EVERYWHERE: ReadonlySet<number> = new Set([400, 413, 422])
const UPSTREAM_TIMEOUTS: ReadonlySet<number> = new Set([408, 504, 524])

/** Reads the rules. Automatic retry overrides `RetryTimes`. */
export function readRetryRules(options: Options): RetryRules {
  if (!options['global.auto_retry_enabled'])
    return { extraAttempts: options.RetryTimes, repeatsChannels: false, statuses: undefined }
  return {
    repeatsChannels: !options['global.auto_retry_force_channel_switch'],
    extraAttempts: options['global.auto_retry_count'],
    statuses: readStatusList(options['global.auto_retry_status_codes']),
  }
}

/** @param text comma-separated codes (`502`) and classes (`5xx`); anything else is ignored */
export function readStatusList(text: string): StatusList {
  const codes = new Set<number>()
  const classes = new Set<number>()
  for (const part of text.split(',').map((each) => each.trim().toLowerCase())) {
    if (/^[1-5]xx$/.test(part)) classes.add(Number(part[0]))
    else if (/^[1-5]\d\d$/.test(part)) codes.add(Number(part))
  }
  return { codes, classes }
}

/** The facts about a failed attempt that the retry decision uses. */
export interface FailedAttempt {
  /** The status after the channel's status-code mapping; 502 or 504 for transport errors. */
  readonly status: number
  /** The failure occurred in transport (connection, timeout, unreadable answer), and the upstream chose no status. */
  readonly isTransport: boolean
  readonly isContentPolicy: boolean
  /** The attempt succeeded, but without any output. */
  readonly isEmpty: boolean
}

/** Whether the rules allow a further attempt, provided that attempts and channels are left. */
export function mayRetry(rules: RetryRules, failed: FailedAttempt): boolean {
  const { status } = failed
  const isExact = rules.statuses?.codes.has(status) ?? false
  if (isExact) return true
  if (failed.isContentPolicy || FAILS_EVERYWHERE.has(status)) return false
  if (failed.isTransport || failed.isEmpty) return true
  if (UPSTREAM_TIMEOUTS.has(status)) return false
  if (rules.statuses) {
    const { codes, classes } = rules.statuses
    return codes.size + classes.size === 0 || classes.has(Math.floor(status / 100))
  }
  return status < 200 || status >= 300
}
