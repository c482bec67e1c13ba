/** Providers people sign in through, under the names that routes use. */
export type ProviderName = 'github' | 'oidc' | 'linuxdo' | 'wechat' | 'telegram'

/** For people; names of products are the same in every language. */
export const providerLabels: Readonly<Record<ProviderName, string>> = {
  github: 'GitHub',
  oidc: 'OIDC',
  linuxdo: 'Linux DO',
  wechat: 'WeChat',
  telegram: 'Telegram',
}

/** Who somebody is at a provider. */
export interface Identity {
  readonly provider: ProviderName
  /** Never given to somebody else there; names that can be changed are no ids. */
  readonly id: string
  /** Wanted as the sign-in name of a new account, where it is free and by the rules. */
  readonly username?: string | undefined
  readonly displayName?: string | undefined
  /** Only where the provider vouches for it. */
  readonly email?: string | undefined
}
