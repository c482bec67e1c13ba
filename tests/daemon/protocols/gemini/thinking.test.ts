import { describe, expect, it } from 'vitest'
import type { Effort, ReasoningWish } from '../../../../src/daemon/protocols/conversation/types.ts'
import { toThinkingConfig } from '../../../../src/daemon/protocols/gemini/thinking.ts'

const EFFORTS: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

describe('how much to think', () => {
  it.each<[string, readonly (string | number)[]]>([
    ['gemini-3.5-flash', ['MINIMAL', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'HIGH', 'HIGH']],
    ['gemini-3-pro-preview', ['LOW', 'LOW', 'LOW', 'MEDIUM', 'HIGH', 'HIGH', 'HIGH']],
    ['gemini-3.1-pro-preview', ['LOW', 'LOW', 'LOW', 'MEDIUM', 'HIGH', 'HIGH', 'HIGH']],
    ['gemini-3.7-flash', ['LOW', 'LOW', 'LOW', 'MEDIUM', 'HIGH', 'HIGH', 'HIGH']],
    ['gemini-flash-latest', ['MINIMAL', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'HIGH', 'HIGH']],
    ['gemini-2.5-flash', [0, 512, 2048, 8192, 16_384, 24_576, -1]],
    ['gemini-2.5-pro', [128, 512, 2048, 8192, 16_384, 24_576, -1]],
    ['gemini-2.5-flash-lite', [0, 512, 2048, 8192, 16_384, 24_576, -1]],
  ])('%s by effort', (model, expected) => {
    const said = EFFORTS.map((effort) => {
      const { config } = toThinkingConfig({ effort }, model)
      expect(Object.keys(config ?? {})).toHaveLength(1)
      return config?.thinkingLevel ?? config?.thinkingBudget
    })
    expect(said).toEqual(expected)
  })

  it.each<[string, number, object]>([
    ['gemini-2.5-pro', 100_000, { thinkingBudget: 32_768 }],
    ['gemini-2.5-pro', -1, { thinkingBudget: -1 }],
    ['gemini-2.5-flash-lite', 1, { thinkingBudget: 512 }],
    ['gemini-2.5-flash-lite', 0, { thinkingBudget: 0 }],
    ['gemini-3.5-flash', 1024, { thinkingLevel: 'MINIMAL' }],
    ['gemini-3.5-flash', 4096, { thinkingLevel: 'LOW' }],
    ['gemini-3.5-flash', 12_288, { thinkingLevel: 'MEDIUM' }],
    ['gemini-3.5-flash', 12_289, { thinkingLevel: 'HIGH' }],
  ])('%s by a budget of %i', (model, budgetTokens, config) => {
    expect(toThinkingConfig({ budgetTokens }, model).config).toEqual(config)
  })

  it.each<[ReasoningWish, object | undefined]>([
    [{}, { includeThoughts: true }],
    [{ wantsText: true }, { includeThoughts: true }],
    [{ wantsText: false }, undefined],
    [{ effort: 'low' }, { thinkingLevel: 'LOW' }],
    [{ effort: 'none', wantsText: true }, { thinkingLevel: 'MINIMAL' }],
    [{ budgetTokens: -1 }, undefined],
  ])('shows thoughts as wished: %j', (wish, config) => {
    expect(toThinkingConfig(wish, 'gemini-3.5-flash').config).toEqual(config)
  })

  it('says when it cannot be met', () => {
    const isLossy = (wish: ReasoningWish, model: string) => toThinkingConfig(wish, model).isLossy
    expect(isLossy({ effort: 'none' }, 'gemini-2.5-pro')).toBe(true)
    expect(isLossy({ effort: 'none' }, 'gemini-2.5-flash')).toBe(false)
    expect(isLossy({ budgetTokens: 50_000 }, 'gemini-2.5-flash')).toBe(true)
    expect(isLossy({ effort: 'high' }, 'gemini-2.0-flash')).toBe(true)
    expect(isLossy({ effort: 'none' }, 'gemini-2.0-flash')).toBe(false)
    expect(toThinkingConfig({ effort: 'high' }, 'gemini-2.5-flash-image').config).toBeUndefined()
  })
})
