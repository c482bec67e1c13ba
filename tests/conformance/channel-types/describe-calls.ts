import { describe, expect, it } from 'vitest'
import type { Call, ChannelType } from '../../../src/daemon/channel-types/types.ts'
import { AppError } from '../../../src/daemon/errors/app-error.ts'
import { codecOf } from '../../../src/daemon/relay/route/wire.ts'
import {
  callOf,
  channelOf,
  exampleOf,
  operationsOf,
  plainBodyOf,
  signedTarget,
  wireOf,
} from './example-call.ts'
import type { ChannelExample, ChannelTypeFixtures } from './fixture.ts'
import { readJsonFile } from './fixture-files.ts'

const PRINTABLE = /^[\x20-\x7e]+$/
const BAD_ADDRESSES = ['ftp://example.com', 'example.com', 'javascript:alert(1)', 'https://example.com/?a=b']

/** Defines tests for the URLs and signatures of calls, and for configurations that are refused before a call. */
export function describeCalls(type: ChannelType, fixtures: ChannelTypeFixtures): void {
  const all = operationsOf(type)
  const kinds = [undefined, ...Object.keys(fixtures.variants ?? {})]

  describe.each(kinds.map((variant) => ({ variant: variant ?? 'the usual key', of: variant })))(
    'with $variant',
    ({ of }) => {
      const example = exampleOf(fixtures, of)
      const operations = example.operations ?? all

      it('fills in a form that nothing is wrong with', () => {
        const { key, baseUrl, other } = type.fields
        expect(key.check?.(example.key)).toBeUndefined()
        expect(baseUrl.check?.(channelOf(type, example).baseUrl)).toBeUndefined()
        expect(other?.check?.(example.other)).toBeUndefined()
        if (other?.required) expect(example.other).not.toBe('')
      })

      it.each(operations)('speaks %s to the model that is for it', (operation) => {
        const codec = wireOf(type, callOf(type, example, operation))
        expect(codec.operation).toBe(operation)
      })

      it('speaks nothing else', () => {
        for (const operation of all.filter((each) => !operations.includes(each)))
          expect(() => wireOf(type, callOf(type, example, operation))).toThrow('does not serve')
      })

      it.each(operations)('keeps keys out of the address of %s, and signs in a header', (operation) => {
        for (const isStream of [false, true])
          expectSigned(type, example, callOf(type, example, operation, { isStream }))
      })

      it('asks for a list of models at an address, or says that there is none', () => {
        const call = callOf(type, example, 'models')
        if (example.hasModelList) expectSigned(type, example, call)
        else expect(() => type.target(call)).toThrow('fetch_models_failed')
      })

      it('refuses keys that would break out of a header or have another form', () => {
        const [operation = 'chat'] = operations
        const broken = [`${example.key}\r\nx-evil: 1`, `${example.key}ключ`, `\n${example.key}\0`]
        for (const key of [...broken, ...example.badKeys]) {
          const call = callOf(type, { ...example, key }, operation)
          expect(() => signedTarget(type, call, '{}'), key).toThrow('channel_misconfigured')
        }
      })

      it('refuses other columns that make no address and no header', () => {
        const [operation = 'chat'] = operations
        for (const other of example.badOthers) {
          const call = callOf(type, { ...example, other }, operation)
          expect(() => signedTarget(type, call, '{}'), other).toThrow('channel_misconfigured')
        }
      })
    },
  )

  const { token } = fixtures
  if (type.credential && token) {
    const call = callOf(type, exampleOf(fixtures), all[0] ?? 'chat')
    const { credential } = type
    it('buys a token at an address of the vendor’s, and knows when it got none', () => {
      const request = credential.request(call, new Date(0))
      expect(new URL(request.url).protocol).toBe('https:')
      expect(credential.applies?.(call) ?? true).toBe(true)
      const granted = credential.read(readJsonFile(token.granted))
      expect(granted?.token).toBeTruthy()
      expect(granted?.expiresInSeconds).toBeGreaterThan(credential.refreshSeconds)
      expect(credential.read(readJsonFile(token.refused))).toBeUndefined()
      for (const key of exampleOf(fixtures).badKeys)
        expect(() => credential.request({ ...call, key }, new Date(0))).toThrow('channel_misconfigured')
    })
  }

  it.each(all)('lets no model name leave its place in the address of %s', (operation) => {
    for (const name of ['../../admin', 'a/../../admin', 'x?admin=1', 'x#admin']) {
      const usual = callOf(type, exampleOf(fixtures), operation)
      try {
        const { url } = type.target({ ...usual, model: name })
        expect(new URL(url).href).toBe(url)
        expect(new URL(url).hash).toBe('')
        expect(new URL(url).searchParams.has('admin')).toBe(false)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        expect(['channel_misconfigured', 'invalid_request']).toContain(error.code)
      }
    }
  })

  it('offers no model that none of its operations is for', () => {
    const channel = channelOf(type, exampleOf(fixtures))
    for (const model of type.models)
      expect(
        all.some((operation) => codecOf(type, channel, operation, model)),
        model,
      ).toBe(true)
  })

  it('has a token on record where tokens are bought', () => {
    expect(token !== undefined).toBe(type.credential !== undefined)
  })

  it.each(BAD_ADDRESSES)('refuses the address %s', (baseUrl) => {
    const example = exampleOf(fixtures)
    const [operation = 'chat'] = all
    const call = callOf(type, { ...example, baseUrl }, operation)
    // A complete URL may include a query.
    if (type.slug === 'custom' && baseUrl.startsWith('https:'))
      return expect(type.target(call).url).toBe(baseUrl)
    expect(() => type.target(call)).toThrow('channel_misconfigured')
  })
}

function expectSigned(type: ChannelType, example: ChannelExample, call: Call): void {
  const body = JSON.stringify(plainBodyOf(call))
  const { url, headers } = signedTarget(type, call, body)
  expect(new URL(url).protocol).toMatch(/^(?:https?|wss?):$/)
  expect(url).toMatch(PRINTABLE)
  expect(url).not.toContain('{')
  expect(new URL(url).pathname).not.toContain('//')
  for (const text of readings(url))
    for (const secret of [example.key, ...example.withheld]) expect(text).not.toContain(secret)
  const values = Object.values(headers)
  for (const [name, value] of Object.entries(headers)) {
    expect(name).toBe(name.toLowerCase())
    expect(value).toMatch(PRINTABLE)
    for (const secret of example.withheld) expect(value).not.toContain(secret)
  }
  const { sent } = example
  if (sent === undefined) expect(values.some((value) => value.includes(example.key))).toBe(false)
  else expect(values.filter((value) => value.includes(sent)).length).toBeGreaterThan(0)
}

/** Returns the URL and its decoded query values. */
function readings(url: string): string[] {
  const values = [...new URL(url).searchParams.values()]
  return [
    url,
    decodeURIComponent(url),
    ...values,
    ...values.map((value) => Buffer.from(value, 'base64').toString('latin1')),
  ]
}
