import type { Control, Field } from './settings.ts'

/** A section of the settings page with all its fields, the input for each, and the value that must then be stored. */
export interface SectionOfFields {
  /** IDs of the specification's rows. */
  readonly ids: string
  readonly tab: 'operation' | 'ratelimit' | 'models' | 'system' | 'other'
  readonly name: string
  /** Values of settings in other sections that this section needs. */
  readonly needs?: Readonly<Record<string, string>>
  readonly fields: readonly Field[]
}

const field =
  (control: Control) =>
  (key: string, typed: string, stored = typed): Field => ({ key, control, typed, stored })
const on = (key: string) => field('switch')(key, 'true')
const off = (key: string) => field('switch')(key, 'false')
const number = field('number')
const text = field('text')
const lines = field('lines')
const json = field('json')
const choice = field('choice')
const name = field('name')
const domain = field('domains')
const secret = (key: string): Field => ({ key, control: 'secret', typed: `marker-${key}`, stored: '' })
const untouched = (key: string, control: Control, stored: string): Field => ({ key, control, stored })
/** Slashes at the end of URLs are removed. */
const address = (key: string) => text(key, 'https://example.com/x/', 'https://example.com/x')

const domains = 'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com'

/** Written by hand. A field that disappears from the page, or appears on it without an entry, fails the test. */
export const settingsTable: readonly SectionOfFields[] = [
  {
    ids: 'A-TAB-04 A-OPTG-14',
    tab: 'operation',
    name: 'general',
    fields: [
      address('TopUpLink'),
      address('general_setting.docs_link'),
      number('QuotaPerUnit', '1000000'),
      number('RetryTimes', '3'),
      off('DisplayInCurrencyEnabled'),
      off('DisplayTokenStatEnabled'),
      on('DefaultCollapseSidebar'),
      off('TaskEnabled'),
      on('DemoSiteEnabled'),
      on('SelfUseModeEnabled'),
      on('TokenKeysShownOnce'),
    ],
  },
  {
    ids: 'A-TAB-05',
    tab: 'operation',
    name: 'drawing',
    fields: [
      off('DrawingEnabled'),
      on('MjNotifyEnabled'),
      on('MjAccountFilterEnabled'),
      off('MjForwardUrlEnabled'),
      on('MjModeClearEnabled'),
      off('MjActionCheckSuccessEnabled'),
    ],
  },
  {
    ids: 'A-TAB-06',
    tab: 'operation',
    name: 'sensitive',
    fields: [
      off('CheckSensitiveEnabled'),
      off('CheckSensitiveOnPromptEnabled'),
      lines('SensitiveWords', 'first word\n第二个'),
    ],
  },
  {
    ids: 'A-TAB-07',
    tab: 'operation',
    name: 'logs',
    fields: [
      off('LogConsumeEnabled'),
      on('LogChatContentEnabled'),
      on('LogErrorEnabled'),
      number('LogRetentionDays', '180'),
      number('AuditKeepDays', '90'),
    ],
  },
  {
    ids: 'A-TAB-10',
    tab: 'operation',
    name: 'dashboard',
    fields: [
      off('DataExportEnabled'),
      number('DataExportInterval', '10'),
      choice('DataExportDefaultTime', 'Week', 'week'),
    ],
  },
  {
    ids: 'A-TAB-11',
    tab: 'operation',
    name: 'monitoring',
    fields: [
      number('ChannelDisableThreshold', '2.5'),
      number('QuotaRemindThreshold', '0'),
      on('AutomaticDisableChannelEnabled'),
      on('AutomaticEnableChannelEnabled'),
      lines('AutomaticDisableKeywords', 'out of money\nno credit'),
    ],
  },
  {
    ids: 'A-TAB-12',
    tab: 'operation',
    name: 'checkIn',
    fields: [
      on('CheckInEnabled'),
      number('CheckInQuota', '0'),
      number('CheckInMaxQuota', '5000'),
      text('CheckInTimeZone', 'Asia/Shanghai'),
    ],
  },
  {
    ids: 'A-TAB-13',
    tab: 'operation',
    name: 'quota',
    fields: [
      number('QuotaForNewUser', '100'),
      number('PreConsumedQuota', '0'),
      number('QuotaForInviter', '200'),
      number('QuotaForInvitee', '300'),
      off('AffEnabled'),
    ],
  },
  {
    ids: 'A-TAB-14',
    tab: 'operation',
    name: 'rebate',
    fields: [on('RebateEnabled'), number('RebatePercentage', '12.5')],
  },
  {
    ids: 'A-TAB-15',
    tab: 'operation',
    name: 'groups',
    fields: [
      // No group is left out, because that would change TopupGroupRatio too.
      json('GroupRatio', '{"default":1,"vip":0.8,"svip":1}'),
      json('UserUsableGroups', '{"default":"everybody"}'),
      json('GroupGroupRatio', '{"vip":{"default":0.5}}'),
    ],
  },
  {
    ids: 'A-TAB-16 (ratios)',
    tab: 'operation',
    name: 'fallback',
    fields: [
      on('fallback_pricing_enabled'),
      untouched('fallback_single_price', 'number', ''),
      number('fallback_input_ratio', '0.1'),
      number('fallback_completion_ratio', '4'),
    ],
  },
  {
    ids: 'A-TAB-16 (price)',
    tab: 'operation',
    name: 'fallback',
    // The daemon refuses a price together with ratios.
    needs: { fallback_pricing_enabled: 'true', fallback_input_ratio: '', fallback_completion_ratio: '' },
    fields: [
      untouched('fallback_pricing_enabled', 'switch', 'true'),
      number('fallback_single_price', '0.001'),
      untouched('fallback_input_ratio', 'number', ''),
      untouched('fallback_completion_ratio', 'number', ''),
    ],
  },
  {
    ids: 'long prompts',
    tab: 'operation',
    name: 'longPrompts',
    fields: [json('LongPromptRatio', '{"gpt-5.4":{"above":272000,"input":2,"output":1.5}}')],
  },
  {
    ids: 'A-TAB-17',
    tab: 'operation',
    name: 'chats',
    fields: [json('Chats', '[{"A chat":"https://chat.example.com/?k={key}"}]')],
  },
  {
    ids: 'A-TAB-18',
    tab: 'operation',
    name: 'prices',
    fields: [address('general_setting.price_files_address')],
  },
  {
    ids: 'A-TAB-19',
    tab: 'ratelimit',
    name: 'modelRequests',
    fields: [
      on('ModelRequestRateLimitEnabled'),
      number('ModelRequestRateLimitDurationMinutes', '0'),
      number('ModelRequestRateLimitCount', '3'),
      number('ModelRequestRateLimitSuccessCount', '1'),
    ],
  },
  {
    ids: 'terminal 2',
    tab: 'ratelimit',
    name: 'management',
    fields: [
      number('ManagementRateLimitCount', '6000'),
      number('SecretCheckLimitCount', '100'),
      number('TokensPerUserMax', '20000'),
    ],
  },
  {
    ids: 'A-TAB-20',
    tab: 'models',
    name: 'global',
    needs: { GroupRatio: '{"default":1,"vip":1,"svip":1}' },
    fields: [
      on('global.pass_through_request_enabled'),
      on('global.hide_upstream_error_enabled'),
      on('global.block_browser_extension_enabled'),
      on('global.rate_limit_exempt_enabled'),
      name('global.rate_limit_exempt_group', 'svip'),
      on('global.safe_check_exempt_enabled'),
      name('global.safe_check_exempt_group', 'a-group-to-come'),
      on('global.auto_retry_enabled'),
      number('global.auto_retry_count', '10'),
      on('global.auto_retry_force_channel_switch'),
      text('global.auto_retry_status_codes', '5xx, 429', '5xx,429'),
      on('general_setting.ping_interval_enabled'),
      number('general_setting.ping_interval_seconds', '1'),
      number('general_setting.drain_seconds', '30'),
      off('general_setting.channel_affinity_enabled'),
      number('general_setting.response_keep_days', '7'),
      number('StreamCacheQueueLength', '16'),
    ],
  },
  {
    ids: 'A-TAB-21',
    tab: 'models',
    name: 'gemini',
    fields: [
      json('gemini.safety_settings', '{"default":"BLOCK_NONE"}'),
      json('gemini.version_settings', '{"default":"v1"}'),
      json('gemini.supported_imagine_models', '["draws"]'),
      json('gemini.models_supported_thinking_budget', '["thinks"]'),
      on('gemini.thinking_adapter_enabled'),
      number('gemini.thinking_adapter_budget_tokens_percentage', '0.002'),
    ],
  },
  {
    ids: 'A-TAB-22',
    tab: 'models',
    name: 'claude',
    fields: [
      json('claude.model_headers_settings', '{"a-model":{"x-header":["a","b"]}}'),
      json('claude.default_max_tokens', '{"default":4096}'),
      off('claude.cache_marks_enabled'),
      off('claude.thinking_adapter_enabled'),
      number('claude.thinking_adapter_budget_tokens_percentage', '0.1'),
    ],
  },
  {
    ids: 'A-TAB-23',
    tab: 'system',
    name: 'server',
    fields: [address('ServerAddress'), text('ChannelAddressRanges', '169.254.10.0/24')],
  },
  {
    ids: 'A-TAB-24',
    tab: 'system',
    name: 'reverseProxy',
    fields: [on('ReverseProxyEnabled'), choice('ReverseProxyProvider', 'cloudflare')],
  },
  {
    ids: 'A-TAB-25',
    tab: 'system',
    name: 'worker',
    fields: [address('WorkerUrl'), secret('WorkerValidKey')],
  },
  {
    ids: 'A-TAB-26',
    tab: 'system',
    name: 'payment',
    needs: { ServerAddress: 'https://gw.example.com' },
    fields: [
      address('PayAddress'),
      text('EpayId', '1001'),
      secret('EpayKey'),
      address('CustomCallbackAddress'),
      number('Price', '6.85'),
      number('MinTopUp', '5'),
      json('TopupGroupRatio', '{"default":1,"vip":0.5}'),
      secret('StripeSecretKey'),
      secret('StripeWebhookSecret'),
      text('StripeCurrency', 'EUR'),
      number('StripePrice', '0.95'),
    ],
  },
  {
    ids: 'A-TAB-27',
    tab: 'system',
    name: 'login',
    needs: { SMTPServer: 'mail.example.com' },
    fields: [
      // Switching it off asks for a confirmation, which has its own walk.
      untouched('PasswordLoginEnabled', 'switch', 'true'),
      off('PasskeyLoginEnabled'),
      off('PasswordRegisterEnabled'),
      on('EmailVerificationEnabled'),
      off('RegisterEnabled'),
      // If the super administrator must have a second factor, the settings are closed until they set one up.
      untouched('SecondFactorRequired', 'choice', 'off'),
    ],
  },
  {
    ids: 'A-TAB-28',
    tab: 'system',
    name: 'domains',
    fields: [
      on('EmailDomainRestrictionEnabled'),
      on('EmailAliasRestrictionEnabled'),
      domain('EmailDomainWhitelist', 'Example.org', `${domains},example.org`),
    ],
  },
  {
    ids: 'A-TAB-30',
    tab: 'system',
    name: 'smtp',
    fields: [
      text('SMTPServer', 'smtp.example.com'),
      number('SMTPPort', '465'),
      text('SMTPAccount', 'mailer'),
      text('SMTPFrom', 'mailer@example.com'),
      secret('SMTPToken'),
      on('SMTPSSLEnabled'),
    ],
  },
  {
    ids: 'A-TAB-29',
    tab: 'system',
    name: 'oidc',
    fields: [
      on('oidc.enabled'),
      text('oidc.client_id', 'oidc-id'),
      secret('oidc.client_secret'),
      text('oidc.well_known', 'https://id.example.com/.well-known/openid-configuration'),
      text('oidc.authorization_endpoint', 'https://id.example.com/auth'),
      text('oidc.token_endpoint', 'https://id.example.com/token'),
      text('oidc.user_info_endpoint', 'https://id.example.com/me'),
    ],
  },
  {
    ids: 'A-TAB-31',
    tab: 'system',
    name: 'github',
    fields: [on('GitHubOAuthEnabled'), text('GitHubClientId', 'github-id'), secret('GitHubClientSecret')],
  },
  {
    ids: 'A-TAB-32',
    tab: 'system',
    name: 'linuxdo',
    fields: [
      on('LinuxDOOAuthEnabled'),
      text('LinuxDOClientId', 'linuxdo-id'),
      secret('LinuxDOClientSecret'),
      number('LinuxDOMinimumTrustLevel', '4'),
    ],
  },
  {
    ids: 'A-TAB-33',
    tab: 'system',
    name: 'wechat',
    fields: [
      on('WeChatAuthEnabled'),
      address('WeChatServerAddress'),
      secret('WeChatServerToken'),
      text('WeChatAccountQRCodeImageURL', 'https://example.com/qr.png'),
    ],
  },
  {
    ids: 'A-TAB-34',
    tab: 'system',
    name: 'telegram',
    fields: [on('TelegramOAuthEnabled'), secret('TelegramBotToken'), text('TelegramBotName', 'a_bot')],
  },
  {
    ids: 'A-TAB-35',
    tab: 'system',
    name: 'turnstile',
    fields: [on('TurnstileCheckEnabled'), text('TurnstileSiteKey', 'site-key'), secret('TurnstileSecretKey')],
  },
  {
    ids: 'A-TAB-37',
    tab: 'other',
    name: 'info',
    fields: [address('general_setting.release_feed_address')],
  },
  { ids: 'A-TAB-38', tab: 'other', name: 'notice', fields: [lines('Notice', 'Closed\n\ntonight')] },
  {
    ids: 'A-TAB-39',
    tab: 'other',
    name: 'brand',
    fields: [text('SystemName', 'My gateway'), text('Logo', '/own-logo.png')],
  },
  {
    ids: 'A-TAB-40',
    tab: 'other',
    name: 'content',
    fields: [lines('HomePageContent', '# Welcome'), lines('About', 'https://example.com/about')],
  },
  {
    ids: 'A-TAB-41',
    tab: 'other',
    name: 'markup',
    fields: [
      lines('Footer', '<b>a footer</b>'),
      lines('custom_head_html', '<meta name="x" content="y">'),
      lines('global_css', 'body { --x: 1 }'),
      lines('global_js', 'void 0'),
    ],
  },
]
