import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { loadPhrases } from '../../src/cli/phrases/phrases.ts'
import { drawLogLine, type LogLineLook } from '../../src/cli/ui/log-line.ts'
import { createMoney } from '../../src/cli/ui/money.ts'

const phrase = await loadPhrases('en')
const zh = await loadPhrases('zh')
/** Noon local time on some day. */
const noon = new Date(2026, 10, 22, 12, 0, 0).getTime()

const row = (fields: Readonly<Record<string, unknown>> = {}) => ({
  id: 1,
  request_id: 'req_1',
  created_at: noon / 1000 + 51,
  created_at_ms: noon + 51_000,
  type: 2,
  channel: 3,
  channel_name: 'anthropic-main',
  user_id: 1,
  username: 'root',
  token_id: 7,
  token_name: 'claude-code',
  group: 'default',
  model_name: 'claude-sonnet-4-5',
  is_stream: true,
  use_time: 21.04,
  prompt_tokens: 18_204,
  completion_tokens: 1_120,
  quota: 10_205,
  quota_exact: '10204.8',
  usage_source: 'upstream',
  content: '',
  client_ip: '',
  other: '{"frt":912}',
  ...fields,
})

const draw = (fields: Readonly<Record<string, unknown>> = {}, look: Partial<LogLineLook> = {}): string =>
  drawLogLine(row(fields), {
    phrase,
    money: createMoney(500_000),
    measure: stringWidth,
    widthMax: undefined,
    now: () => noon,
    ...look,
  })

describe('a line of the log', () => {
  it('says when, what, who, where, how much, how long and for what money', () => {
    expect(draw()).toBe(
      '12:00:51  claude-sonnet-4-5   claude-code   anthropic-main    18 204 in   1 120 out  0.9/21.0 s  $0.020410',
    )
    expect(draw({ is_stream: false, use_time: 1.2, other: '{"frt":-1000}', prompt_tokens: 412 })).toBe(
      '12:00:51  claude-sonnet-4-5   claude-code   anthropic-main       412 in   1 120 out       1.2 s  $0.020410',
    )
  })

  it('says what failed, and that an answer was cut short', () => {
    expect(
      draw({
        type: 6,
        channel: 0,
        channel_name: '',
        content: 'overloaded\n\u001b[31mnow',
        other: '{"status_code":529}',
      }),
    ).toBe('12:00:51  claude-sonnet-4-5   claude-code   -                failed: overloaded [31mnow (529)')
    expect(draw({ other: '{"frt":912,"usage_flags":["interrupted"]}' })).toMatch(/\$0\.020410 {2}cut short$/)
  })

  it('has no channel where the server names none, and a number where the name is gone', () => {
    const { channel, channel_name, ...own } = row()
    expect([channel, channel_name]).toEqual([3, 'anthropic-main'])
    expect(
      drawLogLine(own, {
        phrase,
        money: createMoney(500_000),
        measure: stringWidth,
        widthMax: undefined,
        now: () => noon,
      }),
    ).toContain('claude-code    18 204 in')
    expect(draw({ channel_name: '' })).toContain('  #3  ')
  })

  it('names type, account and amount of what is no call', () => {
    expect(draw({ type: 1, content: 'redeemed code welcome', quota: 500_000, quota_exact: '500000' })).toBe(
      '12:00:51  top-up              root          redeemed code welcome  +$1.000000',
    )
    expect(draw({ type: 1, content: 'refunded', quota: -500_000, quota_exact: '-500000' })).toMatch(
      / -\$1\.000000$/,
    )
    expect(draw({ type: 3, quota: 0, quota_exact: '0', content: '充值' }, { phrase: zh })).toContain(
      '  root          充值',
    )
  })

  it('says of a task what is done and its ID, without tokens', () => {
    const other = JSON.stringify({ action: 'MUSIC', task_id: 'song-1' })
    expect(draw({ model_name: 'suno_music', channel_name: 'suno-main', other, quota_exact: '50000' })).toBe(
      '12:00:51  suno_music          claude-code   suno-main        MUSIC  song-1  $0.100000',
    )
  })

  it('shows the date of what is not of today', () => {
    expect(draw({}, { now: () => noon + 86_400_000 })).toMatch(/^11-22 12:00:51 {2}/)
  })

  it('sets Chinese names under each other by the columns they take', () => {
    const lines = [draw(), draw({ model_name: '通义千问', token_name: '报表任务' })]
    const starts = lines.map((line) => stringWidth(line.slice(0, line.indexOf('anthropic-main'))))
    expect(starts[0]).toBe(starts[1])
  })

  it.each([26, 40, 60, 80, 100, 120, 200])(
    'terminal 3: shows the cost of a call and the status of a failure whole at %i columns, in both languages',
    (widthMax) => {
      for (const language of [phrase, zh]) {
        const look = { widthMax, phrase: language }
        expect(draw({ model_name: '通义千问'.repeat(9) }, look)).toMatch(/ \$0\.020410$/)
        const failed = { type: 6, content: 'overloaded '.repeat(9), other: '{"status_code":529}' }
        expect(draw(failed, look)).toMatch(/ \(529\)$/)
        const redeemed = { type: 1, content: '充值 '.repeat(40), quota: 500_000, quota_exact: '500000' }
        expect(draw(redeemed, look)).toMatch(/ {2}\+\$1\.000000$/)
      }
    },
  )

  it.each([20, 40, 60, 80, 100, 140, 250])('is no wider than a terminal of %i columns', (widthMax) => {
    for (const fields of [
      {},
      { model_name: '通义千问'.repeat(20), token_name: '报表任务'.repeat(9), channel_name: 'x'.repeat(50) },
      { type: 6, content: 'no '.repeat(200) },
    ])
      expect(stringWidth(draw(fields, { widthMax }))).toBeLessThanOrEqual(widthMax)
  })

  it('cuts nothing without a terminal', () => {
    expect(draw({ model_name: 'm'.repeat(300) })).toContain('m'.repeat(300))
  })

  it.each(['', 'null', '[]', '{', '{"frt":"x","usage_flags":7,"status_code":"a"}'])(
    'survives %j in `other`',
    (other) => {
      expect(draw({ other })).toContain('21.0 s')
      expect(draw({ other, type: 6, content: 'no' })).toMatch(/failed: no$/)
    },
  )
})
