import { expect, it } from 'vitest'
import { channelTypeCatalogue, findCatalogueEntry } from '../../../src/daemon/channel-types/catalogue.ts'

it('holds exactly the 37 types with their labels', () => {
  expect(
    Object.fromEntries([...channelTypeCatalogue.values()].map((each) => [each.type, each.label])),
  ).toEqual({
    1: 'OpenAI',
    2: 'Midjourney Proxy',
    5: 'Midjourney Proxy Plus',
    36: 'Suno API',
    4: 'Ollama',
    14: 'Anthropic Claude',
    33: 'AWS Claude',
    41: 'Vertex AI',
    3: 'Azure OpenAI',
    34: 'Cohere',
    39: 'Cloudflare',
    43: 'DeepSeek',
    15: 'Baidu Wenxin',
    46: 'Baidu Wenxin v2',
    17: 'Alibaba Qwen',
    18: 'iFlytek Spark',
    16: 'Zhipu',
    24: 'Google Gemini',
    11: 'Google PaLM2',
    47: 'Xinference',
    25: 'Moonshot',
    20: 'OpenRouter',
    49: 'GitHub Models',
    19: '360',
    23: 'Tencent Hunyuan',
    31: 'Lingyi',
    35: 'MiniMax',
    37: 'Dify',
    38: 'Jina',
    40: 'SiliconCloud',
    42: 'Mistral AI',
    8: 'custom',
    22: 'FastGPT knowledge base',
    21: 'AI Proxy knowledge base',
    44: 'embedding M3E',
    45: 'Volcano Ark/Doubao',
    48: 'xAI',
  })
})

it('says of each how its form looks, in both languages', () => {
  for (const { slug, fields, defaultBaseUrl } of channelTypeCatalogue.values()) {
    for (const field of [fields.key, fields.baseUrl, fields.other, fields.openaiOrganization]) {
      if (!field) continue
      expect(field.label?.en, slug).toBeTruthy()
      expect(field.label?.zh, slug).toBeTruthy()
      if (field.default !== undefined) expect(field.check?.(field.default), slug).toBeUndefined()
    }
    expect(defaultBaseUrl).toBe(fields.baseUrl.default ?? '')
  }
})

it('finding relay 20: forms offer models for what their types serve', () => {
  const offered = (type: number, ...names: string[]) =>
    expect(channelTypeCatalogue.get(type)?.models, String(type)).toEqual(expect.arrayContaining(names))
  offered(17, 'qwen3-rerank', 'qwen-image', 'text-embedding-v4')
  offered(35, 'embo-01', 'image-01', 'speech-2.8-hd')
  offered(38, 'jina-embeddings-v4', 'jina-reranker-v3')
  offered(40, 'BAAI/bge-reranker-v2-m3', 'Kwai-Kolors/Kolors', 'FunAudioLLM/CosyVoice2-0.5B')
})

it('takes a list of keys everywhere but for Vertex', () => {
  const single = [...channelTypeCatalogue.values()].filter((each) => each.fields.key.isMultiKey === false)
  expect(single.map((each) => each.type)).toEqual([41])
})

it('checks the parts of a composite key', () => {
  const key = channelTypeCatalogue.get(33)?.fields.key
  expect(key?.check?.('a|b|us-east-1')).toBeUndefined()
  expect(key?.check?.('a|b|r, c|d|r')).toBeUndefined()
  expect(key?.check?.('a|b')?.en).toContain('AccessKey|SecretKey|Region')
})

it('knows which extra fields the special forms have', () => {
  const withOther = [...channelTypeCatalogue.values()]
    .filter((each) => each.fields.other)
    .map((each) => each.type)
  expect(withOther.sort((a, b) => a - b)).toEqual([3, 4, 17, 18, 21, 24, 37, 39, 41, 44, 49])
  expect(channelTypeCatalogue.get(18)?.fields.other?.default).toBe('v2.1')
  expect(channelTypeCatalogue.get(39)?.fields.other?.required).toBe(true)
})

it('is searched by number and by slug', () => {
  expect(findCatalogueEntry(43)?.slug).toBe('deepseek')
  expect(findCatalogueEntry('43')?.slug).toBe('deepseek')
  expect(findCatalogueEntry(' DeepSeek ')?.type).toBe(43)
  expect(findCatalogueEntry('99')).toBeUndefined()
  expect(findCatalogueEntry('nope')).toBeUndefined()
})
