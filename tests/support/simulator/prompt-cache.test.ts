import { describe, expect, it } from 'vitest'
import { newPromptCache } from './prompt-cache.ts'

const long = 'x'.repeat(5_000)

describe('the prompt cache of the simulator', () => {
  it('finds what a Responses request repeats, up to what is new', () => {
    const cache = newPromptCache()
    const first = [{ role: 'user', content: long }]
    expect(cache.take('responses', { model: 'm', input: first }).cachedChars).toBe(0)
    const { chars, cachedChars } = cache.take('responses', {
      model: 'm',
      input: [...first, { role: 'user', content: 'more' }],
    })
    expect(cachedChars).toBeGreaterThan(5_000)
    expect(cachedChars).toBeLessThan(chars)
  })

  it('finds nothing after another beginning, for another model, and of a short prompt', () => {
    const cache = newPromptCache()
    const input = [{ role: 'user', content: long }]
    cache.take('responses', { model: 'm', input })
    for (const changed of [
      { model: 'n', input },
      { model: 'm', instructions: 'new', input },
    ])
      expect(cache.take('responses', changed).cachedChars).toBe(0)
    for (let i = 0; i < 2; i += 1)
      expect(cache.take('responses', { model: 'm', input: 'short' }).cachedChars).toBe(0)
  })

  it('keeps of an Anthropic request what is marked, and finds it from marks further on', () => {
    const text = (mark: boolean) => ({
      type: 'text',
      text: long,
      ...(mark && { cache_control: { type: 'ephemeral' } }),
    })
    const ask = (...blocks: readonly object[]) => ({
      model: 'm',
      messages: [{ role: 'user', content: blocks }],
    })
    const cache = newPromptCache()
    cache.take('anthropic', ask(text(false)))
    expect(cache.take('anthropic', ask(text(true))).cachedChars).toBe(0)
    expect(cache.take('anthropic', ask(text(false), text(false))).cachedChars).toBe(0)
    const { chars, cachedChars } = cache.take('anthropic', ask(text(false), text(true)))
    expect(cachedChars).toBeGreaterThan(5_000)
    expect(cachedChars).toBeLessThan(chars)
  })
})
