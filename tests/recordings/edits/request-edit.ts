import type { ClientRoute } from '../client-routes.ts'
import { type Fields as Body, listOf } from '../corpus.ts'

/** An edit to a request where a kind of upstream is known to refuse it. */
export interface RequestEdit {
  readonly because: string
  readonly routes: readonly ClientRoute[]
  readonly providers: (provider: string) => boolean
  readonly models: RegExp
  /** @param model without the maker's name in front */
  readonly edit: (body: Body, model: string) => Body
}

export const everywhere = (): boolean => true
export const everyModel = /^/

export const renamed = (body: Body, from: string, to: string): Body => {
  if (!(from in body)) return body
  const { [from]: value, ...rest } = body
  return to in rest ? rest : { ...rest, [to]: value }
}

export const without = (body: Body, ...names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

/** Renames the `developer` role, for vendors that do not have it. */
export const withSystemRole = (body: Body): Body => ({
  ...body,
  messages: listOf(body.messages).map((message) =>
    message.role === 'developer' ? { ...message, role: 'system' } : message,
  ),
})
