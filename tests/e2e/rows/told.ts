import { expect } from 'vitest'
import type { Caller, Method } from '../../support/test-services.ts'
import { hello, model, type Site } from './site.ts'

/** The refusal that a caller receives. */
interface Told {
  readonly status: number
  readonly code: string
  /** The message; for relay calls without the request ID at its end. */
  readonly message: string
}
/** Makes a call in one language that is refused. */
type Refused = (language: 'zh' | 'en') => Promise<Told>

/** Wraps a call of the management API that must be refused. */
export const ofApi =
  (who: Caller, method: Method, path: string, body?: unknown): Refused =>
  async (language) => {
    const answer = await who.request(method, path, body, { 'accept-language': language })
    expect(answer.body.success).toBe(false)
    return { status: answer.status, code: answer.body.code ?? '', message: answer.body.message }
  }

/** Wraps a chat call that must be refused. */
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

/** Checks that a refusal has one status and one code, and the expected text in each language. */
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

/** Matches internal details that must not leak: statements, tables, files, stacks. */
export const inside = /sql|select|table|tokens|messages|no such|knex|node_modules|\.ts|\bat /i
