import { describe, expect, it } from 'vitest'
import { channelTypes } from '../../../src/daemon/channel-types/index.ts'
import type { Call, Channel, Target } from '../../../src/daemon/channel-types/types.ts'
import { aCall } from './a-channel.ts'

function target(type: number, channel: Partial<Channel> = {}, call: Partial<Call> = {}): Target {
  const found = channelTypes.get(type)
  if (!found) throw new Error(`no type ${type}`)
  return found.target(aCall({ key: 'k', ...call }, { type, ...channel }))
}

const embeddings: Partial<Call> = { operation: 'embedding', path: '/v1/embeddings' }
const models: Partial<Call> = { operation: 'models', path: '/v1/models', model: '' }
const completions: Partial<Call> = { operation: 'completion', path: '/v1/completions' }

describe('addresses', () => {
  it.each<[number, Partial<Channel>, Partial<Call>, string]>([
    [1, {}, {}, 'https://api.openai.com/v1/chat/completions'],
    [1, {}, models, 'https://api.openai.com/v1/models'],
    [1, { baseUrl: 'https://relay.example' }, embeddings, 'https://relay.example/v1/embeddings'],
    [1, { baseUrl: 'https://relay.example/' }, {}, 'https://relay.example/v1/chat/completions'],
    [1, { baseUrl: 'https://relay.example/v1' }, {}, 'https://relay.example/v1/chat/completions'],
    [
      1,
      { baseUrl: 'https://open.example/api/paas/v4' },
      {},
      'https://open.example/api/paas/v4/chat/completions',
    ],
    [1, { baseUrl: 'https://x.example/v1beta1' }, {}, 'https://x.example/v1beta1/chat/completions'],
    [
      1,
      { baseUrl: 'https://gateway.ai.cloudflare.com/v1/acc/gw/openai' },
      {},
      'https://gateway.ai.cloudflare.com/v1/acc/gw/openai/chat/completions',
    ],
    [
      1,
      { baseUrl: 'https://gateway.ai.cloudflare.com/v1/acc/gw/deepseek' },
      {},
      'https://gateway.ai.cloudflare.com/v1/acc/gw/deepseek/v1/chat/completions',
    ],
    [4, {}, {}, 'http://localhost:11434/v1/chat/completions'],
    [
      8,
      { baseUrl: 'https://x.example/go/{model}/run?v=2' },
      { model: 'org/m 1' },
      'https://x.example/go/org/m%201/run?v=2',
    ],
    [8, { baseUrl: 'https://x.example/chat' }, embeddings, 'https://x.example/chat'],
    [8, { baseUrl: 'https://x.example/api/v1/chat/completions' }, models, 'https://x.example/api/v1/models'],
    [8, { baseUrl: 'https://x.example/run/' }, models, 'https://x.example/v1/models'],
    [19, {}, {}, 'https://api.360.cn/v1/chat/completions'],
    [20, {}, {}, 'https://openrouter.ai/api/v1/chat/completions'],
    [20, { baseUrl: 'https://openrouter.ai/api/v1' }, {}, 'https://openrouter.ai/api/v1/chat/completions'],
    [25, {}, {}, 'https://api.moonshot.cn/v1/chat/completions'],
    [31, {}, {}, 'https://api.lingyiwanwu.com/v1/chat/completions'],
    [38, {}, embeddings, 'https://api.jina.ai/v1/embeddings'],
    [40, {}, {}, 'https://api.siliconflow.cn/v1/chat/completions'],
    [42, {}, {}, 'https://api.mistral.ai/v1/chat/completions'],
    [43, {}, {}, 'https://api.deepseek.com/v1/chat/completions'],
    [43, {}, completions, 'https://api.deepseek.com/beta/completions'],
    [
      43,
      { baseUrl: 'https://api.deepseek.com/beta' },
      completions,
      'https://api.deepseek.com/beta/completions',
    ],
    [44, {}, embeddings, 'https://api.moka.ai/embeddings'],
    [44, { baseUrl: 'http://m3e:6008/v1' }, embeddings, 'http://m3e:6008/v1/embeddings'],
    [45, {}, {}, 'https://ark.cn-beijing.volces.com/api/v3/chat/completions'],
    [45, { baseUrl: 'https://ark.example/api/v3' }, {}, 'https://ark.example/api/v3/chat/completions'],
    [45, {}, { model: 'bot-1' }, 'https://ark.cn-beijing.volces.com/api/v3/bots/chat/completions'],
    [45, {}, embeddings, 'https://ark.cn-beijing.volces.com/api/v3/embeddings'],
    [46, {}, {}, 'https://qianfan.baidubce.com/v2/chat/completions'],
    [47, { baseUrl: 'http://host:9997' }, {}, 'http://host:9997/v1/chat/completions'],
    [48, {}, {}, 'https://api.x.ai/v1/chat/completions'],
    [49, {}, {}, 'https://models.github.ai/inference/chat/completions'],
    [
      49,
      { baseUrl: 'https://models.github.ai/inference' },
      embeddings,
      'https://models.github.ai/inference/embeddings',
    ],
    [49, { other: 'acme' }, {}, 'https://models.github.ai/orgs/acme/inference/chat/completions'],
    [49, { other: 'acme' }, models, 'https://models.github.ai/catalog/models'],
  ])('type %i with %j and %j', (type, channel, call, url) => {
    expect(target(type, channel, call).url).toBe(url)
  })

  const azureBase = { baseUrl: 'https://r.openai.azure.com' }
  it.each<[string, Partial<Channel>, Partial<Call>, string]>([
    [
      'a deployment',
      azureBase,
      { model: 'gpt-4.1' },
      'https://r.openai.azure.com/openai/deployments/gpt-4.1/chat/completions?api-version=2025-04-01-preview',
    ],
    [
      "the channel's version",
      { ...azureBase, other: '2024-06-01' },
      { model: 'm' },
      'https://r.openai.azure.com/openai/deployments/m/chat/completions?api-version=2024-06-01',
    ],
    [
      "the client's version",
      { ...azureBase, other: '2024-06-01' },
      { model: 'm', query: { 'api-version': '2024-10-21&x=1' } },
      'https://r.openai.azure.com/openai/deployments/m/chat/completions?api-version=2024-10-21%26x%3D1',
    ],
    [
      'an old channel, without dots',
      { ...azureBase, createdTime: 1_746_835_199 },
      { model: 'gpt-3.5-turbo' },
      'https://r.openai.azure.com/openai/deployments/gpt-35-turbo/chat/completions?api-version=2025-04-01-preview',
    ],
    [
      'a name without its effort suffix',
      azureBase,
      { model: 'o3-high' },
      'https://r.openai.azure.com/openai/deployments/o3/chat/completions?api-version=2025-04-01-preview',
    ],
    [
      'the new surface',
      { ...azureBase, other: 'v1' },
      embeddings,
      'https://r.openai.azure.com/openai/v1/embeddings',
    ],
    [
      'the new surface by address',
      { baseUrl: 'https://r.openai.azure.com/openai/v1/' },
      {},
      'https://r.openai.azure.com/openai/v1/chat/completions',
    ],
    [
      'the preview of it',
      { ...azureBase, other: 'preview' },
      {},
      'https://r.openai.azure.com/openai/v1/chat/completions?api-version=preview',
    ],
    ['models', azureBase, models, 'https://r.openai.azure.com/openai/v1/models'],
    [
      "Cloudflare's gateway with a resource",
      { baseUrl: 'https://gateway.ai.cloudflare.com/v1/a/g/azure-openai/res' },
      { model: 'm' },
      'https://gateway.ai.cloudflare.com/v1/a/g/azure-openai/res/m/chat/completions?api-version=2025-04-01-preview',
    ],
    [
      "Cloudflare's gateway with a deployment",
      { baseUrl: 'https://gateway.ai.cloudflare.com/v1/a/g/azure-openai/res/dep' },
      { model: 'm' },
      'https://gateway.ai.cloudflare.com/v1/a/g/azure-openai/res/dep/chat/completions?api-version=2025-04-01-preview',
    ],
  ])('of Azure: %s', (_, channel, call, url) => {
    expect(target(3, channel, call).url).toBe(url)
  })

  it.each<[number, Partial<Channel>, Partial<Call>]>([
    [3, {}, {}],
    [8, {}, {}],
    [47, {}, {}],
    [1, { baseUrl: 'https://x.example?key=1' }, {}],
    [8, { baseUrl: 'https://x.example/{model}' }, { model: '../admin' }],
    [3, { baseUrl: 'https://r.example' }, { model: '..' }],
    [49, { other: '../x' }, {}],
  ])('are refused where they cannot be made: type %i, %j, %j', (type, channel, call) => {
    expect(() => target(type, channel, call)).toThrow('channel_misconfigured')
  })
})

describe('headers', () => {
  it('carry the key as bearer, and nothing where a key is optional and missing', () => {
    expect(target(1).headers).toEqual({ authorization: 'Bearer k' })
    expect(target(4, {}, { key: '' }).headers).toEqual({})
  })

  it("carry the organization of OpenAI's channels", () => {
    expect(target(1, { openaiOrganization: 'org-1' }).headers['openai-organization']).toBe('org-1')
  })

  it('tell a key of Azure from a token of Entra', () => {
    const base = { baseUrl: 'https://r.openai.azure.com' }
    expect(target(3, base).headers).toEqual({ 'api-key': 'k' })
    expect(target(3, base, { key: 'eyJh.eyJi.c-_' }).headers).toEqual({
      authorization: 'Bearer eyJh.eyJi.c-_',
    })
  })

  it('split the application off a key of Qianfan', () => {
    expect(target(46, {}, { key: 'bce-v3/A/b|app-1' }).headers).toEqual({
      authorization: 'Bearer bce-v3/A/b',
      appid: 'app-1',
    })
  })

  it('ask GitHub for its API version, and for its media type only where nothing streams', () => {
    expect(target(49).headers).toMatchObject({
      'x-github-api-version': '2022-11-28',
      accept: 'application/vnd.github+json',
    })
    expect(target(49, {}, { isStream: true }).headers).not.toHaveProperty('accept')
  })
})
