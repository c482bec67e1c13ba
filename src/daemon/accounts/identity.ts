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
  /** Never reassigned by the provider; names that can change are not ids. */
  readonly id: string
  /** Preferred sign-in name of a new account, if it is free and follows the rules. */
  readonly username?: string | undefined
  readonly displayName?: string | undefined
  /** Only if the provider vouches for it. */
  readonly email?: string | undefined
}
