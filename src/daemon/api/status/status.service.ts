import type { Data } from '../../http/contract.ts'
import { canSendMail } from '../../notify/send-mail.ts'
import type { Options } from '../../options/registry.ts'
import { siteName } from '../../options/site-name.ts'
import { offeredMethods } from '../../payments/providers.ts'

const LOGO = '/logo.png'

/** Content of the status besides the settings. */
export interface DaemonFacts {
  readonly version: string
  /** Unix seconds. */
  readonly startTime: number
  readonly isSetUp: boolean
}

/** Builds the status object: the settings that anybody may see, under the names that clients know. */
export function toStatus(options: Options, { version, startTime, isSetUp }: DaemonFacts): Data<'getStatus'> {
  return {
    version,
    start_time: startTime,
    setup: isSetUp,
    system_name: siteName(options),
    logo: options.Logo || LOGO,
    footer_html: options.Footer,
    server_address: options.ServerAddress,
    docs_link: options['general_setting.docs_link'],
    top_up_link: options.TopUpLink,
    chats: options.Chats.map(({ name, link }) => ({ [name]: link })),
    chat_link: options.Chats[0]?.link ?? '',
    quota_per_unit: Number(options.QuotaPerUnit),
    display_in_currency: options.DisplayInCurrencyEnabled,
    price: Number(options.Price),
    min_topup: Number(options.MinTopUp),
    enable_online_topup: offeredMethods(options).length > 0,
    topup_methods: offeredMethods(options).map(({ name, provider, currency }) => ({
      name,
      provider: provider.name,
      currency,
    })),
    enable_drawing: options.DrawingEnabled,
    enable_task: options.TaskEnabled,
    enable_data_export: options.DataExportEnabled,
    data_export_interval: options.DataExportInterval,
    data_export_default_time: options.DataExportDefaultTime,
    default_collapse_sidebar: options.DefaultCollapseSidebar,
    mj_notify_enabled: options.MjNotifyEnabled,
    log_chat_content_enabled: options.LogChatContentEnabled,
    self_use_mode_enabled: options.SelfUseModeEnabled,
    demo_site_enabled: options.DemoSiteEnabled,
    token_keys_shown_once: options.TokenKeysShownOnce,
    aff_enabled: options.AffEnabled,
    check_in_enabled: options.CheckInEnabled,
    password_login_enabled: options.PasswordLoginEnabled,
    passkey_login_enabled: options.PasskeyLoginEnabled,
    register_enabled: options.RegisterEnabled,
    password_register_enabled: options.PasswordRegisterEnabled,
    email_verification: options.EmailVerificationEnabled,
    mail_enabled: canSendMail(options),
    turnstile_check: options.TurnstileCheckEnabled,
    turnstile_site_key: options.TurnstileSiteKey,
    github_oauth: options.GitHubOAuthEnabled,
    github_client_id: options.GitHubClientId,
    oidc_enabled: options['oidc.enabled'],
    oidc_client_id: options['oidc.client_id'],
    oidc_authorization_endpoint: options['oidc.authorization_endpoint'],
    linuxdo_oauth: options.LinuxDOOAuthEnabled,
    linuxdo_client_id: options.LinuxDOClientId,
    linuxdo_minimum_trust_level: options.LinuxDOMinimumTrustLevel,
    wechat_login: options.WeChatAuthEnabled,
    wechat_qrcode: options.WeChatAccountQRCodeImageURL,
    telegram_oauth: options.TelegramOAuthEnabled,
    telegram_bot_name: options.TelegramBotName,
  }
}
