import { expect, it } from 'vitest'
import { modelLimits } from '../../../src/daemon/pricing/model-limits.ts'

it.each([
  ['gpt-4o-mini', 128_000, 16_384],
  ['openai/gpt-5.2', 400_000, 128_000],
  ['gpt-5.4-pro', 1_050_000, 128_000],
  ['gpt-5.1-chat-latest', 128_000, 16_384],
  ['gpt-4-0613', 8_192, 8_192],
  ['o4-mini-2025-04-16', 200_000, 100_000],
  ['claude-3-5-haiku-20241022', 200_000, 8_192],
  ['claude-opus-4-20250514', 200_000, 32_000],
  ['claude-opus-4-1-20250805', 200_000, 32_000],
  ['claude-opus-4-5-20251101', 200_000, 64_000],
  ['claude-opus-4-8', 1_000_000, 128_000],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 1_000_000, 64_000],
  ['anthropic/claude-haiku-4.5', 200_000, 64_000],
  ['claude-sonnet-5', 1_000_000, 128_000],
  ['gemini-1.5-pro', 2_097_152, 8_192],
  ['gemini-2.5-flash', 1_048_576, 65_536],
  ['somebody-else-7b', 1_048_576, 131_072],
])('%s: context %i, answer %i', (model, contextTokens, outputTokens) => {
  expect(modelLimits(model)).toEqual({ contextTokens, outputTokens })
})
