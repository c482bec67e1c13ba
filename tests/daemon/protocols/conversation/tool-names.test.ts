import { describe, expect, it } from 'vitest'
import type {
  EncodeTarget,
  UpstreamConversation,
} from '../../../../src/daemon/protocols/conversation/codec.ts'
import { withFittingNames } from '../../../../src/daemon/protocols/conversation/tool-names.ts'
import type { ConversationRequest } from '../../../../src/daemon/protocols/conversation/types.ts'

const target = {} as EncodeTarget

/**
 * An upstream that takes short names of letters, digits, underscores and dashes, and calls every tool it is offered.
 */
const upstream: UpstreamConversation = {
  toolNames: { charsMax: 20, unfit: /[^\w-]/g },
  encodeRequest: ({ tools }) => ({ names: tools.map((tool) => tool.name) }),
  decodeAnswer: (document) => ({
    parts: (document as string[]).map((name) => ({ kind: 'tool-call', id: name, name, arguments: '' })),
    finish: 'tool-calls',
  }),
  decodeStream: () => ({ push: () => [], flush: () => [] }),
}

const offering = (...names: string[]): ConversationRequest => ({
  model: 'm',
  isStream: false,
  turns: [],
  tools: names.map((name) => ({ kind: 'function', name })),
})

const sentFor = (...names: string[]): string[] => {
  const request = offering(...names)
  return withFittingNames(upstream, request).encodeRequest(request, target).names as string[]
}

describe('names that an upstream does not take', () => {
  it('become the same fitting ones every time, whatever else is offered', () => {
    const [alone] = sentFor('fs.read')
    expect(alone).toMatch(/^fs_read_[0-9a-f]{8}$/)
    expect(sentFor('other', 'fs:read', 'fs.read').at(-1)).toBe(alone)
  })

  it('never become one, and never that of another tool', () => {
    const [taken = ''] = sentFor('fs.read')
    const long = 'a-name-that-is-too-long-'
    const names = ['fs.read', 'fs:read', 'fs read', taken, `${long}1`, `${long}2`]
    const sent = sentFor(...names)
    expect(new Set(sent).size).toBe(names.length)
    for (const name of sent) expect(name).toMatch(/^[\w-]{1,20}$/)
    const request = offering(...names)
    const { parts } = withFittingNames(upstream, request).decodeAnswer(sent)
    expect(parts.map((part) => part.kind === 'tool-call' && part.name)).toEqual(names)
  })

  it('leave those that fit, and one that nobody offered, as they are', () => {
    expect(sentFor('read', 'fs.read')[0]).toBe('read')
    const fitted = withFittingNames(upstream, offering('fs.read'))
    expect(fitted.decodeAnswer(['invented']).parts).toMatchObject([{ name: 'invented' }])
    expect(withFittingNames(upstream, offering('read'))).toBe(upstream)
  })
})
