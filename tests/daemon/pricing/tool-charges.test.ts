import { describe, expect, it } from 'vitest'
import { formatRatio } from '../../../src/daemon/money/ratio.ts'
import { readToolCalls, toolCallDollars } from '../../../src/daemon/pricing/tool-charges.ts'
import type { JsonObject } from '../../../src/daemon/protocols/types.ts'

const dollars = (response: JsonObject, model = 'gpt-5') =>
  formatRatio(toolCallDollars(readToolCalls(response), model))

const search = { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x' } }

describe('tools that an upstream ran', () => {
  it.each<[string, JsonObject, string, string]>([
    ['no tools', { output: [{ type: 'message' }] }, 'gpt-5', '0'],
    ['two searches', { output: [search, search] }, 'gpt-5', '0.02'],
    ['a page that was only opened', { output: [{ ...search, action: { type: 'open_page' } }] }, 'gpt-5', '0'],
    ['a search that failed', { output: [{ ...search, status: 'failed' }] }, 'gpt-5', '0'],
    ['a preview search', { output: [search], tools: [{ type: 'web_search_preview' }] }, 'gpt-4o', '0.025'],
    [
      'a preview search of a reasoning model',
      { output: [search], tools: [{ type: 'web_search_preview' }] },
      'o3',
      '0.01',
    ],
    ['a file search', { output: [{ type: 'file_search_call', status: 'completed' }] }, 'gpt-5', '0.0025'],
    [
      'a picture',
      { output: [{ type: 'image_generation_call', quality: 'low', size: '1024x1024' }] },
      'gpt-5',
      '0.011',
    ],
    [
      'a long picture',
      { output: [{ type: 'image_generation_call', quality: 'medium', size: '1536x1024' }] },
      'gpt-5',
      '0.063',
    ],
    [
      'a picture that says nothing of itself',
      { output: [{ type: 'image_generation_call' }] },
      'gpt-5',
      '0.25',
    ],
    ['strange members', { output: [null, 5, 'x', []], tools: 7 }, 'gpt-5', '0'],
  ])('%s', (_name, response, model, expected) => {
    expect(dollars(response, model)).toBe(expected)
  })
})
