import { describe, expect, it } from 'vitest'
import table from '../../../src/daemon/models/catalogue.json' with { type: 'json' }
import { modelFamily, nearestEffort, reasonsAt } from '../../../src/daemon/models/model-family.ts'

describe('finding relay 15: one table of model families', () => {
  it('each row names its sources, each source its address and day', () => {
    const names = new Set(Object.keys(table.sources))
    for (const { pattern, sources } of table.families) {
      expect(sources.length, pattern).toBeGreaterThan(0)
      for (const name of sources) expect(names, pattern).toContain(name)
    }
    for (const source of Object.values(table.sources)) {
      expect(source.url).toMatch(/^https:\/\//)
      expect(source.as_of).toMatch(/^20\d\d-\d\d-\d\d$/)
    }
  })

  it('each pattern begins at the start of a name and stands once', () => {
    const patterns = table.families.map(({ pattern }) => pattern)
    expect(patterns.filter((each) => !each.startsWith('^'))).toEqual([])
    expect(new Set(patterns).size).toBe(patterns.length)
  })

  it.each([
    ['gpt-5.4-mini', 400_000],
    ['openai/gpt-5.4', 1_050_000],
    ['GPT-5.4', 1_050_000],
    ['openai/o3', 200_000],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 1_000_000],
    ['anthropic/claude-haiku-4.5', 200_000],
    ['models/gemini-2.5-pro', 1_048_576],
    ['my-gpt-5', undefined],
  ])('%s is known by any of its names', (model, contextTokens) => {
    expect(modelFamily(model)?.contextTokens).toBe(contextTokens)
  })

  it('says when a model reasons, and which effort it takes instead', () => {
    const family = (model: string) => {
      const found = modelFamily(model)
      if (!found) throw new Error(model)
      return found
    }
    expect([undefined, 'none', 'low'].map((effort) => reasonsAt(family('gpt-5.2'), effort))).toEqual([
      false,
      false,
      true,
    ])
    expect([undefined, 'none'].map((effort) => reasonsAt(family('gpt-5'), effort))).toEqual([true, true])
    expect(reasonsAt(family('gpt-4o'), 'high')).toBe(false)
    expect(nearestEffort(family('gpt-5'), 'none')).toBe('minimal')
    expect(nearestEffort(family('gpt-5.1'), 'max')).toBe('high')
    expect(nearestEffort(family('gpt-5.6'), 'max')).toBe('max')
  })
})
