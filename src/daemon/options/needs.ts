import type { OptionKey, Options } from './registry.ts'

/**
 * Settings that must have a value before a switch may be turned on. Otherwise the switch would lock people out or offer
 * something that does not work.
 */
const needs: Partial<Record<OptionKey, readonly OptionKey[]>> = {
  GitHubOAuthEnabled: ['GitHubClientId', 'GitHubClientSecret'],
  'oidc.enabled': [
    'oidc.client_id',
    'oidc.client_secret',
    'oidc.authorization_endpoint',
    'oidc.token_endpoint',
    'oidc.user_info_endpoint',
  ],
  LinuxDOOAuthEnabled: ['LinuxDOClientId', 'LinuxDOClientSecret'],
  WeChatAuthEnabled: ['WeChatServerAddress'],
  TelegramOAuthEnabled: ['TelegramBotToken'],
  TurnstileCheckEnabled: ['TurnstileSiteKey', 'TurnstileSecretKey'],
  EmailVerificationEnabled: ['SMTPServer'],
  EmailDomainRestrictionEnabled: ['EmailDomainWhitelist'],
}

/** Returns the keys that must have a value before a switch may be turned on; empty for other keys. */
export const needsOf = (key: OptionKey): readonly OptionKey[] => needs[key] ?? []

/** Returns the keys that are still empty although `key` needs them. */
export const missingNeeds = (key: OptionKey, options: Options): readonly OptionKey[] =>
  needsOf(key).filter((each) => {
    const value = options[each]
    return value === '' || (Array.isArray(value) && value.length === 0)
  })
