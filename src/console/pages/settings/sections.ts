/** Tabs of the page, as named in the address. */
export const settingsTabs = ['operation', 'ratelimit', 'models', 'system', 'other'] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** The sections and their settings, in display order. */
export const sections = [
  {
    tab: 'operation',
    name: 'general',
    keys: [
      'TopUpLink',
      'general_setting.docs_link',
      'QuotaPerUnit',
      'RetryTimes',
      'DisplayInCurrencyEnabled',
      'DisplayTokenStatEnabled',
      'DefaultCollapseSidebar',
      'TaskEnabled',
      'DemoSiteEnabled',
      'SelfUseModeEnabled',
      'TokenKeysShownOnce',
    ],
  },
  {
    tab: 'operation',
    name: 'drawing',
    keys: [
      'DrawingEnabled',
      'MjNotifyEnabled',
      'MjAccountFilterEnabled',
      'MjForwardUrlEnabled',
      'MjModeClearEnabled',
      'MjActionCheckSuccessEnabled',
    ],
  },
  {
    tab: 'operation',
    name: 'sensitive',
    keys: ['CheckSensitiveEnabled', 'CheckSensitiveOnPromptEnabled', 'SensitiveWords'],
  },
  {
    tab: 'operation',
    name: 'logs',
    keys: [
      'LogConsumeEnabled',
      'LogChatContentEnabled',
      'LogErrorEnabled',
      'LogRetentionDays',
      'AuditKeepDays',
    ],
  },
  {
    tab: 'operation',
    name: 'dashboard',
    keys: ['DataExportEnabled', 'DataExportInterval', 'DataExportDefaultTime'],
  },
  {
    tab: 'operation',
    name: 'monitoring',
    keys: [
      'ChannelDisableThreshold',
      'QuotaRemindThreshold',
      'AutomaticDisableChannelEnabled',
      'AutomaticEnableChannelEnabled',
      'AutomaticDisableKeywords',
    ],
  },
  {
    tab: 'operation',
    name: 'checkIn',
    keys: ['CheckInEnabled', 'CheckInQuota', 'CheckInMaxQuota', 'CheckInTimeZone'],
  },
  {
    tab: 'operation',
    name: 'quota',
    keys: ['QuotaForNewUser', 'PreConsumedQuota', 'QuotaForInviter', 'QuotaForInvitee', 'AffEnabled'],
  },
  { tab: 'operation', name: 'rebate', keys: ['RebateEnabled', 'RebatePercentage'] },
  { tab: 'operation', name: 'groups', keys: ['GroupRatio', 'UserUsableGroups', 'GroupGroupRatio'] },
  {
    tab: 'operation',
    name: 'fallback',
    keys: [
      'fallback_pricing_enabled',
      'fallback_single_price',
      'fallback_input_ratio',
      'fallback_completion_ratio',
    ],
  },
  { tab: 'operation', name: 'longPrompts', keys: ['LongPromptRatio'] },
  { tab: 'operation', name: 'chats', keys: ['Chats'] },
  { tab: 'operation', name: 'prices', keys: ['general_setting.price_files_address'] },
  {
    tab: 'ratelimit',
    name: 'modelRequests',
    keys: [
      'ModelRequestRateLimitEnabled',
      'ModelRequestRateLimitDurationMinutes',
      'ModelRequestRateLimitCount',
      'ModelRequestRateLimitSuccessCount',
    ],
  },
  {
    tab: 'ratelimit',
    name: 'management',
    keys: ['ManagementRateLimitCount', 'SecretCheckLimitCount', 'TokensPerUserMax'],
  },
  {
    tab: 'models',
    name: 'global',
    keys: [
      'global.pass_through_request_enabled',
      'global.hide_upstream_error_enabled',
      'global.block_browser_extension_enabled',
      'global.rate_limit_exempt_enabled',
      'global.rate_limit_exempt_group',
      'global.safe_check_exempt_enabled',
      'global.safe_check_exempt_group',
      'global.auto_retry_enabled',
      'global.auto_retry_count',
      'global.auto_retry_force_channel_switch',
      'global.auto_retry_status_codes',
      'general_setting.ping_interval_enabled',
      'general_setting.ping_interval_seconds',
      'general_setting.drain_seconds',
      'general_setting.channel_affinity_enabled',
      'general_setting.response_keep_days',
      'StreamCacheQueueLength',
    ],
  },
  {
    tab: 'models',
    name: 'gemini',
    keys: [
      'gemini.safety_settings',
      'gemini.version_settings',
      'gemini.supported_imagine_models',
      'gemini.models_supported_thinking_budget',
      'gemini.thinking_adapter_enabled',
      'gemini.thinking_adapter_budget_tokens_percentage',
    ],
  },
  {
    tab: 'models',
    name: 'claude',
    keys: [
      'claude.model_headers_settings',
      'claude.default_max_tokens',
      'claude.cache_marks_enabled',
      'claude.thinking_adapter_enabled',
      'claude.thinking_adapter_budget_tokens_percentage',
    ],
  },
  { tab: 'system', name: 'server', keys: ['ServerAddress', 'ChannelAddressRanges'] },
  { tab: 'system', name: 'reverseProxy', keys: ['ReverseProxyEnabled', 'ReverseProxyProvider'] },
  { tab: 'system', name: 'worker', keys: ['WorkerUrl', 'WorkerValidKey'] },
  {
    tab: 'system',
    name: 'payment',
    keys: [
      'PayAddress',
      'EpayId',
      'EpayKey',
      'CustomCallbackAddress',
      'Price',
      'MinTopUp',
      'TopupGroupRatio',
      'StripeSecretKey',
      'StripeWebhookSecret',
      'StripeCurrency',
      'StripePrice',
    ],
  },
  {
    tab: 'system',
    name: 'login',
    keys: [
      'PasswordLoginEnabled',
      'PasskeyLoginEnabled',
      'PasswordRegisterEnabled',
      'EmailVerificationEnabled',
      'RegisterEnabled',
      'SecondFactorRequired',
    ],
  },
  {
    tab: 'system',
    name: 'domains',
    keys: ['EmailDomainRestrictionEnabled', 'EmailAliasRestrictionEnabled', 'EmailDomainWhitelist'],
  },
  {
    tab: 'system',
    name: 'smtp',
    keys: ['SMTPServer', 'SMTPPort', 'SMTPAccount', 'SMTPFrom', 'SMTPToken', 'SMTPSSLEnabled'],
  },
  {
    tab: 'system',
    name: 'oidc',
    keys: [
      'oidc.enabled',
      'oidc.client_id',
      'oidc.client_secret',
      'oidc.well_known',
      'oidc.authorization_endpoint',
      'oidc.token_endpoint',
      'oidc.user_info_endpoint',
    ],
  },
  { tab: 'system', name: 'github', keys: ['GitHubOAuthEnabled', 'GitHubClientId', 'GitHubClientSecret'] },
  {
    tab: 'system',
    name: 'linuxdo',
    keys: ['LinuxDOOAuthEnabled', 'LinuxDOClientId', 'LinuxDOClientSecret', 'LinuxDOMinimumTrustLevel'],
  },
  {
    tab: 'system',
    name: 'wechat',
    keys: ['WeChatAuthEnabled', 'WeChatServerAddress', 'WeChatServerToken', 'WeChatAccountQRCodeImageURL'],
  },
  {
    tab: 'system',
    name: 'telegram',
    keys: ['TelegramOAuthEnabled', 'TelegramBotToken', 'TelegramBotName'],
  },
  {
    tab: 'system',
    name: 'turnstile',
    keys: ['TurnstileCheckEnabled', 'TurnstileSiteKey', 'TurnstileSecretKey'],
  },
  { tab: 'other', name: 'info', keys: ['general_setting.release_feed_address'] },
  { tab: 'other', name: 'notice', keys: ['Notice'] },
  { tab: 'other', name: 'brand', keys: ['SystemName', 'Logo'] },
  { tab: 'other', name: 'content', keys: ['HomePageContent', 'About'] },
  { tab: 'other', name: 'markup', keys: ['Footer', 'custom_head_html', 'global_css', 'global_js'] },
] as const

/** Edited in the price panel instead of a field. */
export const priceTables = ['ModelRatio', 'ModelPrice', 'CompletionRatio', 'CacheRatio'] as const

export type SectionName = (typeof sections)[number]['name'] | 'more'
export type SettingKey = (typeof sections)[number]['keys'][number] | (typeof priceTables)[number]

export interface SettingsSection {
  readonly tab: SettingsTab
  readonly name: SectionName
  readonly keys: readonly string[]
}

type LowLined<Key extends string> = Key extends `${infer Head}.${infer Tail}`
  ? `${Head}_${LowLined<Tail>}`
  : Key

/** The name of a setting's phrases. */
export type PhraseName = LowLined<SettingKey>

/** Returns the name of a setting's phrases. A setting without phrases does not compile. */
export const phraseOf = (key: SettingKey): PhraseName => key.replaceAll('.', '_') as PhraseName

const placed = new Set<string>([...sections.flatMap(({ keys }) => [...keys]), ...priceTables])

export const hasPhrases = (key: string): key is SettingKey => placed.has(key)

/**
 * Returns the sections of the page. Settings that only the daemon knows are put at the end, so that all of them can be
 * reached.
 */
export function sectionsFor(known: readonly string[]): readonly SettingsSection[] {
  const unplaced = known.filter((key) => !placed.has(key))
  const placedSections: readonly SettingsSection[] = sections
  return unplaced.length === 0
    ? placedSections
    : [...placedSections, { tab: 'other', name: 'more', keys: unplaced }]
}
