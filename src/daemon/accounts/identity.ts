/** Sign-in providers, by the names that routes use. */
export type ProviderName = 'github' | 'oidc' | 'linuxdo' | 'wechat' | 'telegram'

/** Display names; product names are the same in every language. */
export const providerLabels: Readonly<Record<ProviderName, string>> = {
  github: 'GitHub',
  oidc: 'OIDC',
  linuxdo: 'Linux DO',
  wechat: 'WeChat',
  telegram: 'Telegram',
}

/** A user's identity at a provider. */
export interface Identity {
  readonly provider: ProviderName
  /** An id that the provider never reassigns; names that can change do not qualify. */
  readonly id: string
  /** Preferred username of a new account, used if it is free and follows the rules. */
  readonly username?: string | undefined
  readonly displayName?: string | undefined
  /** Only set if the provider has verified it. */
  readonly email?: string | undefined
}
