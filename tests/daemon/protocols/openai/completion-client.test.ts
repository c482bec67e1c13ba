import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/daemon/errors/app-error.ts'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationEvent } from '../../../../src/daemon/protocols/conversation/types.ts'
import { openaiCompletion } from '../../../../src/daemon/protocols/openai/index.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { NO_USAGE } from '../../../../src/daemon/protocols/usage.ts'
import { chunksOf, contextOf, streamOf } from './chat-fixtures.ts'

const { client } = openaiCompletion
if (!client) throw new Error('completions have a client half')

function decode(rest: JsonObject) {
  const losses = new LossList()
  return {
    request: client?.decodeRequest({ model: 'm', prompt: 'Once', ...rest }, losses),
    losses: losses.fields,
  }
}

describe('a text completion for a model that converses', () => {
  it.each<[JsonObject]>([[{ prompt: 'Once' }], [{ prompt: ['Once'] }]])(
    '%j is what the user says',
    (rest) => {
      const given = {
        max_tokens: 5,
        stop: 'end',
        temperature: 1,
        user: 'u',
        echo: false,
        best_of: 1,
        logprobs: null,
      }
      expect(decode({ ...given, ...rest })).toEqual({
        request: {
          model: 'm',
          isStream: false,
          turns: [{ role: 'user', parts: [{ kind: 'text', text: 'Once' }] }],
          tools: [],
          outputTokensMax: 5,
          stop: ['end'],
          temperature: 1,
          user: 'u',
        },
        losses: [],
      })
    },
  )

  it.each<[string, JsonObject]>([
    ['suffix', { suffix: 'end' }],
    ['echo', { echo: true }],
    ['best_of', { best_of: 2 }],
    ['n', { n: 2 }],
    ['logprobs', { logprobs: 0 }],
    ['prompt', { prompt: ['a', 'b'] }],
    ['prompt', { prompt: [1, 2] }],
    ['prompt', { prompt: [[1, 2]] }],
  ])('%s is refused: %j', (field, rest) => {
    expect(() => decode(rest)).toThrow(AppError)
    expect(() => decode(rest)).toThrow(
      expect.objectContaining({ options: expect.objectContaining({ field }) }),
    )
  })

  it('announces what it cannot carry', () => {
    expect(decode({ logit_bias: { 5: 1 }, never_heard_of: 1 }).losses).toEqual([
      'logit_bias',
      'never_heard_of',
    ])
  })

  it('answers with the text alone', () => {
    const answer = client.encodeAnswer(
      {
        parts: [
          { kind: 'reasoning', text: 'hm' },
          { kind: 'text', text: ' upon' },
          { kind: 'text', text: ' a time' },
        ],
        finish: 'length',
        usage: { ...NO_USAGE, inputTokens: 1, outputTokens: 3 },
      },
      contextOf(),
    )
    expect(answer).toMatchObject({
      id: 'cmpl-req1',
      object: 'text_completion',
      model: 'the-model',
      choices: [{ text: ' upon a time', index: 0, logprobs: null, finish_reason: 'length' }],
      usage: { prompt_tokens: 1, completion_tokens: 3, total_tokens: 4 },
    })
  })

  it('streams the text, then how it ended, then the usage if asked', () => {
    const events: ConversationEvent[] = [
      { kind: 'start' },
      { kind: 'reasoning', text: 'hm' },
      { kind: 'text', text: ' upon' },
      { kind: 'finish', reason: 'tool-calls' },
      { kind: 'usage', usage: NO_USAGE },
    ]
    const [said, ended, usage, ...rest] = chunksOf(streamOf(client, events, contextOf()))
    expect(said).toMatchObject({ choices: [{ text: ' upon', finish_reason: null }], usage: null })
    expect(ended).toMatchObject({ choices: [{ text: '', finish_reason: 'stop' }], usage: null })
    expect(usage).toMatchObject({ object: 'text_completion', choices: [], usage: { total_tokens: 0 } })
    expect(rest).toEqual([])
    expect(chunksOf(streamOf(client, events, contextOf({ wantsStreamUsage: false })))).toHaveLength(2)
  })
})
