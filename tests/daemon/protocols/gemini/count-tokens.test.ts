import { describe, expect, it } from 'vitest'
import { readCountTokensRequest, toCountTokensAnswer } from '../../../../src/daemon/protocols/gemini/index.ts'
import { addressed, recorded } from './recorded.ts'

const requests = [...recorded('gemini.count'), ...recorded('vertex.count')]

describe('countTokens', () => {
  it.each(requests.map((each) => [each.id, each] as const))('reads all texts of %s', (_id, exchange) => {
    const texts = readCountTokensRequest(addressed(exchange))
    expect(texts.input).toMatch(/quick brown fox|capital of France|largest city/)
    const wholeRequest = JSON.stringify(exchange.request?.body)
    expect(texts.system !== '').toBe(wholeRequest.includes('systemInstruction'))
    expect(texts.context.includes('functionDeclarations')).toBe(wholeRequest.includes('functionDeclarations'))
  })

  it('refuses a body without contents', () => {
    expect(() => readCountTokensRequest({ model: 'm' })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    )
  })

  it('answers with the total', () => {
    expect(toCountTokensAnswer(11)).toMatchObject({ totalTokens: 11 })
  })
})
