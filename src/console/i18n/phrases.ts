/**
 * The catalogues. One file per page and language: `zh/<page>.ts` and `en/<page>.ts`, both complete. A zh file adds itself
 * to the types below; its en twin must have the same keys, or it does not compile:
 *
 *     // zh/tokens.ts
 *     export const tokens = { title: 'API 令牌', rows_other: '共 {{count}} 个令牌' } as const
 *     declare module '../phrases.ts' { interface PageCatalogues { tokens: typeof tokens } }
 *
 *     // en/tokens.ts
 *     export const tokens: English<'tokens'> = { title: 'API tokens', rows_one: ..., rows_other: ... }
 */
// biome-ignore lint/suspicious/noEmptyInterface: every page's zh file adds one member.
export interface PageCatalogues {}

export type Namespace = keyof PageCatalogues & string

/** The same keys with other texts; plurals have a singular as well. */
type Translated<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Translated<Tree[Key]>
} & {
  readonly [Key in keyof Tree as Key extends `${infer Stem}_other` ? `${Stem}_one` : never]: string
}

export type English<Name extends Namespace> = Translated<PageCatalogues[Name]>

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: PageCatalogues
    enableSelector: false
    returnNull: false
  }
}
