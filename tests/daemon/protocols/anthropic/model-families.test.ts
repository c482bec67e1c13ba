import { describe, expect, it } from 'vitest'
import { claudeFamily } from '../../../../src/daemon/protocols/anthropic/model-families.ts'

describe('claudeFamily', () => {
  // Columns: adaptive, budget, effort, sampling, structured output, longest answer.
  it.each([
    ['claude-opus-5', 1, 0, 1, 0, 1, 128_000],
    ['us.anthropic.claude-opus-4-8', 1, 0, 1, 0, 1, 128_000],
    ['claude-sonnet-5', 1, 0, 1, 0, 1, 128_000],
    ['claude-opus-4-6', 1, 1, 1, 1, 1, 128_000],
    ['claude-sonnet-4-6@20260101', 1, 1, 1, 1, 1, 128_000],
    ['claude-opus-4-5-20251101', 0, 1, 1, 1, 1, 64_000],
    ['anthropic/claude-haiku-4.5', 0, 1, 0, 1, 1, 64_000],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 0, 1, 0, 1, 1, 64_000],
    ['claude-sonnet-4-5-20250929-thinking', 0, 1, 0, 1, 1, 64_000],
    ['claude-opus-4-1-20250805', 0, 1, 0, 1, 1, 32_000],
    ['claude-opus-4-20250514', 0, 1, 0, 1, 0, 32_000],
    ['claude-opus-4-0', 0, 1, 0, 1, 0, 32_000],
    ['anthropic.claude-sonnet-4-20250514-v1:0', 0, 1, 0, 1, 0, 64_000],
    ['claude-4-sonnet', 0, 1, 0, 1, 0, 64_000],
    ['claude-4.5-sonnet', 0, 1, 0, 1, 1, 64_000],
    ['claude-3-7-sonnet@20250219', 0, 1, 0, 1, 0, 64_000],
    ['claude-3-5-haiku-20241022', 0, 0, 0, 1, 0, 8192],
    ['claude-3-haiku-20240307', 0, 0, 0, 1, 0, 4096],
    ['claude-instant-1.2', 0, 0, 0, 1, 0, 4096],
    ['anthropic.claude-v2', 0, 0, 0, 1, 0, 4096],
    ['claude-opus-4-9', 1, 0, 1, 0, 1, 128_000],
    ['claude-haiku-6', 1, 0, 1, 0, 1, 128_000],
    ['deepseek-chat', 0, 1, 0, 1, 0, undefined],
  ] as const)('%s', (model, adaptive, budget, effort, sampling, structured, outputTokensMax) => {
    expect(claudeFamily(model)).toMatchObject({
      takesAdaptiveThinking: adaptive === 1,
      takesThinkingBudget: budget === 1,
      takesEffort: effort === 1,
      takesSampling: sampling === 1,
      takesStructuredOutput: structured === 1,
      outputTokensMax,
    })
  })

  it('knows who obeys instructions in mid-conversation and who takes no forced tools', () => {
    const obedient = ['claude-opus-4-8', 'claude-opus-5', 'claude-fable-5', 'claude-mythos-5']
    for (const model of obedient) expect(claudeFamily(model).takesSystemTurns).toBe(true)
    for (const model of ['claude-sonnet-5', 'claude-opus-4-7', 'claude-opus-4-6'])
      expect(claudeFamily(model).takesSystemTurns).toBe(false)
    expect(claudeFamily('claude-fable-5').takesForcedTools).toBe(false)
    expect(claudeFamily('claude-opus-5').takesForcedTools).toBe(true)
  })
})
