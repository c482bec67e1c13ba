import type { TestApi } from '../../../support/test-services.ts'

/** A code in API responses. */
export interface CodeAnswer {
  readonly id: number
  readonly name: string
  readonly key: string
  readonly status: number
  readonly quota: number
  readonly used_count: number
  readonly used_user_id: number
  readonly max_uses: number
  readonly is_gift: boolean
  readonly [field: string]: unknown
}

export interface CodePage {
  readonly items: CodeAnswer[]
  readonly page: number
  readonly page_size: number
  readonly total: number
}

/** Creates codes. @returns their texts */
export const newCodes = (api: TestApi, fields: Readonly<Record<string, unknown>> = {}): Promise<string[]> =>
  api.root.call<string[]>('POST', '/api/redemption/', { name: 'welcome', quota: 1000, ...fields })

/** Creates one code. */
export async function newCode(
  api: TestApi,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<CodeAnswer> {
  const [key] = await newCodes(api, fields)
  const page = await api.root.call<CodePage>('GET', '/api/redemption/?page_size=1')
  const [code] = page.items
  if (!code || code.key !== key) throw new Error('The newest code is not the one that was made.')
  return code
}
