import { describe, expect, it } from 'vitest'
import { geminiGenerate } from '../../../../src/daemon/protocols/gemini/index.ts'
import type { ClientError } from '../../../../src/daemon/protocols/types.ts'

const error = (own: Partial<ClientError>): ClientError => ({
  status: 400,
  type: 'invalid_request_error',
  code: 'invalid_request',
  param: null,
  message: 'm (request id: r)',
  requestId: 'r',
  retryAfterSeconds: undefined,
  ...own,
})

const rendered = (own: Partial<ClientError>) => JSON.parse(geminiGenerate.errors.render(error(own))).error

describe('an error', () => {
  it.each([
    [400, 'INVALID_ARGUMENT'],
    [401, 'UNAUTHENTICATED'],
    [403, 'PERMISSION_DENIED'],
    [404, 'NOT_FOUND'],
    [413, 'INVALID_ARGUMENT'],
    [429, 'RESOURCE_EXHAUSTED'],
    [500, 'INTERNAL'],
    [502, 'INTERNAL'],
    [503, 'UNAVAILABLE'],
    [504, 'DEADLINE_EXCEEDED'],
  ])('of status %i says %s', (status, word) => {
    expect(rendered({ status })).toMatchObject({ code: status, status: word, message: 'm (request id: r)' })
  })

  it('tells used-up quota from a missing permission', () => {
    expect(rendered({ status: 403, type: 'insufficient_quota' }).status).toBe('RESOURCE_EXHAUSTED')
  })

  it("keeps an upstream's own word where it says more", () => {
    expect(rendered({ type: 'FAILED_PRECONDITION' }).status).toBe('FAILED_PRECONDITION')
    expect(rendered({ status: 502, type: 'UNAUTHENTICATED' }).status).toBe('INTERNAL')
  })

  it('says when to come back', () => {
    const { details } = rendered({ status: 429, retryAfterSeconds: 2.2 })
    expect(details).toContainEqual({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' })
  })

  it('is read back as what it was', () => {
    const failure = geminiGenerate.readFailure(
      400,
      geminiGenerate.errors.render(error({ param: 'contents' })),
    )
    expect(failure).toEqual({
      status: 400,
      message: 'm (request id: r)',
      type: 'INVALID_ARGUMENT',
      code: 'INVALID_REQUEST',
      param: 'contents',
    })
  })

  it('in a stream is one more event', () => {
    const text = geminiGenerate.errors.renderInStream(error({}))
    expect(text).toMatch(/^data: \{.*\}\n\n$/)
    expect(geminiGenerate.classify(text.slice(6).trim())).toBe('error')
  })
})
