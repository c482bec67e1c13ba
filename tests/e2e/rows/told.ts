import { expect } from 'vitest'
import type { Caller, Method } from '../../support/test-services.ts'
import { hello, model, type Site } from './site.ts'

/** What one caller is told. */
interface Told {
  readonly status: number
  readonly code: string
  /** For a call to the relay: without the request id at its end. */
  readonly message: string
}
/** A call that is refused, made in one language. */
type Refused = (language: 'zh' | 'en') => Promise<Told>

/** A refused call of the management API. */
export const ofApi =
  (who: Caller, method: Method, path: string, body?: unknown): Refused =>
  async (language) => {
    const answer = await who.request(method, path, body, { 'accept-language': language })
    expect(answer.body.success).toBe(false)
    return { status: answer.status, code: answer.body.code ?? '', message: answer.body.message }
  }

/** A refused chat call. */
export const ofRelay =
  (site: Site, key = site.key, body: Readonly<Record<string, unknown>> = {}): Refused =>
  async (language) => {
    const headers = { authorization: `Bearer ${key}`, 'accept-language': language }
    const answer = await site.post('/v1/chat/completions', { model, messages: hello, ...body }, headers)
    const { error } = (await answer.json()) as { error: { code: string; message: string } }
    const tail = ` (request id: ${answer.headers.get('x-request-id')})`
    expect(error.message.endsWith(tail)).toBe(true)
    return { status: answer.status, code: error.code, message: error.message.slice(0, -tail.length) }
  }

/** The refusal has one status and one code, and its text in either language. */
export const expectBoth = async (
  refused: Refused,
  status: number,
  code: string,
  en: string | RegExp,
  zh: string | RegExp,
): Promise<void> => {
  const text = (each: string | RegExp) => (typeof each === 'string' ? each : expect.stringMatching(each))
  expect(await refused('en')).toEqual({ status, code, message: text(en) })
  expect(await refused('zh')).toEqual({ status, code, message: text(zh) })
}

/** Words of what is inside: statements, tables, files, stacks. */
export const inside = /sql|select|table|tokens|messages|no such|knex|node_modules|\.ts|\bat /i
