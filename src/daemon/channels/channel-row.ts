/** One row of `channels`, as stored. Money and keys are stored elsewhere: `channel_counters`, `key_ciphertext`. */
export interface ChannelRow {
  id: number
  type: number
  name: string
  key_ciphertext: string
  openai_organization: string
  max_input_tokens: number
  base_url: string
  other: string
  /** JSON text or empty, like the other three below. */
  model_mapping: string
  status_code_mapping: string
  /** Comma list. */
  models: string
  auto_ban: number
  test_model: string
  /** Comma list. */
  group_names: string
  priority: number
  weight: number
  tag: string
  model_prefix: string
  /** A proxy URL with a user name or password is stored in here without them. */
  setting: string
  /** The complete URL of such a proxy, encrypted; empty = there is none. */
  proxy_ciphertext: string
  param_override: string
  system_prompt: string
  /** 1 enabled, 2 disabled by hand, 3 disabled automatically. */
  status: number
  /** Milliseconds of the last test; 0 = never tested. */
  response_time: number
  test_time: number
  /** Decimal text in `balance_currency`. */
  balance: string
  balance_currency: string
  balance_updated_time: number
  /** Why and when the channel was disabled, see `other-info.ts`; empty if it was not. Only the daemon writes it. */
  other_info: string
  created_time: number
  /**
   * The formats found by a test or a request: chat, responses or both; empty = not known. Only the daemon writes it.
   */
  speaks_found: '' | 'chat' | 'responses' | 'both'
}

/** Stored values of a channel's status. */
export const channelStatus = { enabled: 1, disabled: 2, disabledAutomatically: 3 } as const

/** The context that channel keys are encrypted with. */
export const CHANNEL_KEY_CONTEXT = 'channel:key'
