/** The dozen kinds that protocol error bodies are built from. */
export type ErrorKind =
  | 'validation'
  | 'authentication'
  | 'permission'
  | 'not_found'
  | 'conflict'
  | 'quota'
  | 'rate_limit'
  | 'too_large'
  | 'unsupported'
  | 'unavailable'
  | 'upstream'
  | 'internal'

/** Traits of one error code. `retry` says whether another attempt of the same request may help. */
export interface ErrorTraits {
  readonly status: number
  readonly kind: ErrorKind
  readonly retry: 'never' | 'other-channel'
  readonly log: 'debug' | 'info' | 'warn' | 'error'
}

/**
 * Every error there is. Phrases stand in `phrases.en.ts` and `phrases.zh.ts`; a test proves that the three list the
 * same codes. Add a code here first.
 */
export const catalogue = {
  // Requests that cannot be understood
  invalid_request: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  invalid_json: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  body_too_large: { status: 413, kind: 'too_large', retry: 'never', log: 'info' },
  unsupported_media_type: { status: 415, kind: 'unsupported', retry: 'never', log: 'info' },
  route_not_found: { status: 404, kind: 'not_found', retry: 'never', log: 'debug' },
  translation_unsupported: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  translation_lossy: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  media_unavailable: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  api_not_implemented: { status: 501, kind: 'unsupported', retry: 'never', log: 'info' },
  method_not_allowed: { status: 405, kind: 'unsupported', retry: 'never', log: 'debug' },

  // Who is calling
  not_signed_in: { status: 401, kind: 'authentication', retry: 'never', log: 'info' },
  user_header_mismatch: { status: 401, kind: 'authentication', retry: 'never', log: 'info' },
  login_failed: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  password_login_disabled: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  turnstile_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  turnstile_failed: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  turnstile_unreachable: { status: 503, kind: 'unavailable', retry: 'never', log: 'info' },
  user_banned: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  insufficient_role: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  insufficient_scope: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  metrics_forbidden: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  demo_site: { status: 405, kind: 'permission', retry: 'never', log: 'info' },
  self_use_mode: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  too_many_requests: { status: 429, kind: 'rate_limit', retry: 'never', log: 'info' },

  // Tokens and what they may
  token_missing: { status: 401, kind: 'authentication', retry: 'never', log: 'info' },
  token_invalid: { status: 401, kind: 'authentication', retry: 'never', log: 'info' },
  token_disabled: { status: 401, kind: 'authentication', retry: 'never', log: 'info' },
  token_expired: { status: 401, kind: 'authentication', retry: 'never', log: 'info' },
  token_exhausted: { status: 403, kind: 'quota', retry: 'never', log: 'info' },
  token_ip_forbidden: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  token_model_forbidden: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  group_forbidden: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  group_deprecated: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  pin_forbidden: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  pin_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  pin_disabled: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  browser_extension_blocked: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  access_token_not_supported: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  token_rate_limited: { status: 429, kind: 'rate_limit', retry: 'never', log: 'info' },
  user_rate_limited: { status: 429, kind: 'rate_limit', retry: 'never', log: 'info' },
  sensitive_words_detected: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  idempotency_running: { status: 409, kind: 'conflict', retry: 'never', log: 'info' },
  idempotency_stream_done: { status: 409, kind: 'conflict', retry: 'never', log: 'info' },
  idempotency_unused: { status: 404, kind: 'not_found', retry: 'never', log: 'info' },
  idempotency_unknown: { status: 409, kind: 'conflict', retry: 'never', log: 'warn' },
  idempotency_done: { status: 409, kind: 'conflict', retry: 'never', log: 'info' },
  idempotency_mismatch: { status: 422, kind: 'validation', retry: 'never', log: 'info' },

  // Money
  insufficient_user_quota: { status: 403, kind: 'quota', retry: 'never', log: 'info' },
  pre_consume_token_quota_failed: { status: 403, kind: 'quota', retry: 'never', log: 'info' },
  quota_ran_out: { status: 403, kind: 'quota', retry: 'never', log: 'info' },
  model_price_error: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  charge_too_large: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  amount_out_of_range: { status: 400, kind: 'validation', retry: 'never', log: 'info' },

  // Relay
  model_not_found: { status: 404, kind: 'not_found', retry: 'never', log: 'info' },
  no_available_channel: { status: 503, kind: 'unavailable', retry: 'never', log: 'warn' },
  prompt_too_long: { status: 400, kind: 'validation', retry: 'other-channel', log: 'info' },
  channel_misconfigured: { status: 502, kind: 'upstream', retry: 'other-channel', log: 'error' },
  upstream_error: { status: 502, kind: 'upstream', retry: 'other-channel', log: 'warn' },
  upstream_refused: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  upstream_rate_limited: { status: 429, kind: 'rate_limit', retry: 'other-channel', log: 'warn' },
  upstream_unreachable: { status: 502, kind: 'upstream', retry: 'other-channel', log: 'warn' },
  upstream_timeout: { status: 504, kind: 'upstream', retry: 'other-channel', log: 'warn' },
  upstream_malformed: { status: 502, kind: 'upstream', retry: 'other-channel', log: 'warn' },
  upstream_too_large: { status: 502, kind: 'upstream', retry: 'never', log: 'warn' },
  upstream_redirect: { status: 502, kind: 'upstream', retry: 'other-channel', log: 'warn' },
  empty_response: { status: 502, kind: 'upstream', retry: 'other-channel', log: 'warn' },
  stream_cut: { status: 502, kind: 'upstream', retry: 'never', log: 'warn' },
  request_loop: { status: 508, kind: 'upstream', retry: 'never', log: 'error' },

  // Things of the management API
  setup_required: { status: 503, kind: 'unavailable', retry: 'never', log: 'info' },
  setup_done: { status: 400, kind: 'conflict', retry: 'never', log: 'info' },
  setup_username_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  setup_mode_conflict: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  username_length: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  username_characters: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  password_too_short: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  password_length: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  passwords_differ: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  credentials_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  user_not_found: { status: 404, kind: 'not_found', retry: 'never', log: 'info' },
  username_and_password_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  user_exists: { status: 409, kind: 'conflict', retry: 'never', log: 'info' },
  user_level: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  user_root_protected: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  user_promote_forbidden: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  user_create_level: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  user_self_protected: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  original_password_wrong: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  group_not_found: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_not_found: { status: 404, kind: 'not_found', retry: 'never', log: 'info' },
  channel_name_and_key_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_key_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_models_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_groups_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_type_unknown: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_key_for_new_host: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_test_unsupported: { status: 400, kind: 'unsupported', retry: 'never', log: 'info' },
  channel_test_failed: { status: 502, kind: 'upstream', retry: 'never', log: 'info' },
  channel_test_running: { status: 409, kind: 'conflict', retry: 'never', log: 'info' },
  channel_balance_unsupported: { status: 400, kind: 'unsupported', retry: 'never', log: 'info' },
  fetch_models_failed: { status: 502, kind: 'upstream', retry: 'never', log: 'info' },
  json_key_forbidden: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_base_url_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_model_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_field_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_region_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_field_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_setting_unknown: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_setting_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  channel_status_automatic: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  model_mapping_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  model_mapping_cycle: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  status_code_mapping_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  invalid_json_text: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  selection_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  tag_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  token_not_found: { status: 404, kind: 'not_found', retry: 'never', log: 'info' },
  token_name_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  token_limit_reached: { status: 409, kind: 'conflict', retry: 'never', log: 'info' },
  token_still_expired: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  token_still_exhausted: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  token_status_automatic: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  token_expiry_past: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  token_address_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  redemption_not_found: { status: 404, kind: 'not_found', retry: 'never', log: 'info' },
  redemption_key_taken: { status: 409, kind: 'conflict', retry: 'never', log: 'info' },
  redemption_period: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  redemption_used_locked: { status: 400, kind: 'conflict', retry: 'never', log: 'info' },
  redemption_disabled_locked: { status: 400, kind: 'conflict', retry: 'never', log: 'info' },
  redemption_name_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  redemption_name_length: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  redemption_key_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  redemption_key_single: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  redeem_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  redeem_used: { status: 400, kind: 'conflict', retry: 'never', log: 'info' },
  redeem_disabled: { status: 400, kind: 'conflict', retry: 'never', log: 'info' },
  redeem_not_yet: { status: 400, kind: 'conflict', retry: 'never', log: 'info' },
  redeem_expired: { status: 400, kind: 'conflict', retry: 'never', log: 'info' },
  redeem_limit_reached: { status: 400, kind: 'conflict', retry: 'never', log: 'info' },
  redeem_already_by_you: { status: 400, kind: 'conflict', retry: 'never', log: 'info' },
  redeem_code_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  redeem_too_many: { status: 429, kind: 'rate_limit', retry: 'never', log: 'info' },
  option_unknown: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_boolean: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_integer: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_number: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_range: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_places: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_length: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_line: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_choice: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_address: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_shape: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_table_number: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_status_codes: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  email_domain_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  email_domain_duplicate: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  fallback_pricing_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_not_table: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  option_role: { status: 403, kind: 'permission', retry: 'never', log: 'info' },
  option_needs: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  owner_conflict: { status: 409, kind: 'conflict', retry: 'never', log: 'info' },
  owned_object_not_found: { status: 404, kind: 'not_found', retry: 'never', log: 'info' },
  fingerprint_not_secret: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  fingerprint_too_many: { status: 429, kind: 'rate_limit', retry: 'never', log: 'info' },
  log_time_required: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  log_not_found: { status: 404, kind: 'not_found', retry: 'never', log: 'info' },
  resume_id_invalid: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  too_many_readers: { status: 429, kind: 'rate_limit', retry: 'never', log: 'info' },
  reader_too_slow: { status: 429, kind: 'rate_limit', retry: 'never', log: 'info' },
  access_token_not_found: { status: 404, kind: 'not_found', retry: 'never', log: 'info' },
  access_token_expiry: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  access_token_limit: { status: 409, kind: 'conflict', retry: 'never', log: 'info' },
  access_token_exists: { status: 409, kind: 'conflict', retry: 'never', log: 'info' },
  span_too_long: { status: 400, kind: 'validation', retry: 'never', log: 'info' },
  revision_moved: { status: 409, kind: 'conflict', retry: 'never', log: 'info' },

  // Ourselves
  storage_unavailable: { status: 503, kind: 'unavailable', retry: 'never', log: 'error' },
  shutting_down: { status: 503, kind: 'unavailable', retry: 'never', log: 'info' },
  internal: { status: 500, kind: 'internal', retry: 'never', log: 'error' },
} as const satisfies Record<string, ErrorTraits>

export type ErrorCode = keyof typeof catalogue
