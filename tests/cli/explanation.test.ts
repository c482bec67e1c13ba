import { beforeEach, describe, expect, test } from 'vitest'
import { good, openContractServer, refused, theStatus } from './support/contract-server.ts'
import { openTerminal } from './support/run-cli.ts'

const server = await openContractServer()
const terminal = await openTerminal({ TOLLGATE_URL: server.url, TOLLGATE_TOKEN: 'at_secret' })
const explain = async (answer: unknown, env: Readonly<Record<string, string>> = {}) => {
  server.on('GET /api/log/explain/req_1', good(answer))
  const { code, stdout } = await terminal.run(['explain', 'req_1'], { env })
  expect(code).toBe(0)
  return stdout
}

beforeEach(() => {
  server.reset()
  server.on('GET /api/status', theStatus)
})

const row = {
  type: 2,
  created_at: 0,
  model_name: 'claude-sonnet-4-5',
  token_name: 'claude-code',
  group: 'vip',
}
const price = {
  kind: 'per-token',
  terms: [
    { name: 'input', tokens: 1204, ratio: '1' },
    { name: 'cache-read', tokens: 17_000, ratio: '0.1' },
    { name: 'output', tokens: 1120, ratio: '5' },
  ],
  modelRatio: '1.5',
  modelPrice: null,
  quotaPerUnit: '500000',
  group: 'vip',
  groupRatio: '0.8',
}
const settledLate = new Date(2026, 10, 20, 14, 3, 12, 4).getTime()
const full = {
  request_id: 'req_1',
  outcome: 'charged',
  quota_exact: '10204.8',
  balance_after_exact: '20560000',
  logs: [row],
  explanation: {
    path: '/v1/messages',
    model: 'claude-sonnet-4-5',
    upstream_model: 'claude-sonnet-4-5',
    group: 'vip',
    token: 'claude-code',
    candidates: [
      { channel_id: 3, channel_name: 'aws-eu', priority: 10, weight: 5 },
      { channel_id: 1, channel_name: 'anthropic-main', priority: 10, weight: 5 },
      { channel_id: 4, channel_name: '办公室', priority: 0, weight: 1 },
      { channel_id: 5, channel_name: 'backup', priority: 20, weight: 1, failed_lately: true },
    ],
    skipped: [{ channel_id: 9, channel_name: 'vertex-us', reason: 'cooling' }],
    attempts: [
      {
        channel_id: 3,
        channel_name: 'aws-eu',
        priority: 10,
        weight: 5,
        status: 529,
        took_ms: 400,
        error: 'upstream_error',
        reason: 'overloaded',
      },
      {
        channel_id: 1,
        channel_name: 'anthropic-main',
        priority: 10,
        weight: 5,
        status: 200,
        took_ms: 20_600,
      },
    ],
    first_byte_ms: 900,
    price,
    usage: { source: 'upstream', flags: [] },
    hold: { amount: '45000', at_ms: settledLate - 21_000, settled_ms: settledLate },
  },
}

describe('explain', () => {
  test('shows every candidate and attempt, the price with its derivation, and the hold', async () => {
    expect(await explain(full)).toBe(`POST /v1/messages  claude-sonnet-4-5  token claude-code  group vip

routing   1  aws-eu          priority 10  weight 5  529 overloaded after 0.40 s -> next
          2  anthropic-main  priority 10  weight 5  200, first byte 0.90 s, end 20.6 s
          -  办公室          priority 0   weight 1  not tried
          -  backup          priority 20  weight 1  not tried: it had just failed, so it was ranked last
          -  vertex-us                              skipped: cooling down after failures

price     (1 204 new + 17 000 cached x 0.1 + 1 120 out x 5) x model 1.5 x group vip 0.8
          = 10 204.8 quota = $0.0204096        usage stated by the upstream
hold      $0.09 at 14:02:51.004, settled at 14:03:12.004, balance after $41.12
`)
  })

  test('tells which models were asked for before the one that answered, and why they were left', async () => {
    const passedOver = [
      { model: 'gpt-5', reason: 'upstream_rate_limited' },
      { model: 'gemini-3', reason: 'no_available_channel' },
    ]
    const told = { ...full, explanation: { ...full.explanation, passed_over: passedOver } }
    const lines = (await explain(told)).split('\n')
    expect(lines.filter((line) => line.includes('was asked')).map((line) => line.trim())).toEqual([
      'gpt-5 gave no answer (upstream_rate_limited), so gemini-3 was asked',
      'gemini-3 gave no answer (no_available_channel), so claude-sonnet-4-5 was asked',
    ])
    expect(await explain(told, { TOLLGATE_LANG: 'zh' })).toContain('因此改用 claude-sonnet-4-5')
  })

  test('in Chinese the labels line up as well', async () => {
    const lines = (await explain(full, { TOLLGATE_LANG: 'zh' })).split('\n')
    expect(lines[2]).toMatch(/^路由 {6}1 {2}aws-eu/)
    expect(lines[3]).toMatch(/^ {10}2 {2}anthropic-main/)
  })

  test('a price per call, a mapped model, a refused call, a running one', async () => {
    const perCall = {
      ...full.explanation,
      upstream_model: 'other',
      price: { ...price, kind: 'per-call', terms: [], modelPrice: '0.04' },
    }
    const text = await explain({ ...full, explanation: perCall })
    expect(text).toContain('claude-sonnet-4-5  -> other')
    expect(text).toContain('0.04 dollars per call x 500 000 quota per dollar x group vip 0.8')
    const { price: _price, ...unpriced } = full.explanation
    expect(
      await explain({ request_id: 'req_1', outcome: 'failed', logs: [], explanation: unpriced }),
    ).toContain('failed or refused, not charged')
    expect(await explain({ request_id: 'req_1', outcome: 'running', logs: [], explanation: {} })).toContain(
      'still running',
    )
  })

  test('a failed call says where it went and why not', async () => {
    const failedRow = (channel: number, channel_name: string, status_code: number, content: string) => ({
      ...row,
      type: 6,
      channel,
      channel_name,
      use_time: 0.4,
      content,
      other: JSON.stringify({ status_code }),
    })
    const logs = [failedRow(3, '办公室', 503, 'overloaded'), failedRow(9, '', 401, 'the key is not valid')]
    const failed = { request_id: 'req_1', outcome: 'failed', quota_exact: '0', logs, explanation: {} }
    const text = await explain(failed)
    expect(text).toContain('failed or refused, not charged')
    expect(text).toContain('routing   1  办公室      503 overloaded after 0.40 s -> next\n')
    expect(text).toContain('          2  #9          401 the key is not valid after 0.40 s\n')
    expect(text).not.toContain('price')
    const { channel: _channel, channel_name: _name, ...own } = failedRow(3, '', 503, 'overloaded')
    expect(await explain({ ...failed, logs: [own] })).toMatch(/routing +1 +503 overloaded after/)
  })

  test('a refused call says that no channel was asked, and why', async () => {
    const refusal = {
      ...row,
      type: 6,
      channel: 0,
      channel_name: '',
      use_time: 0,
      content: 'the model gpt-5 has no price',
      other: JSON.stringify({ status_code: 403, count: 1 }),
    }
    const answer = { request_id: 'req_1', outcome: 'failed', quota_exact: '0', explanation: {} }
    const text = await explain({ ...answer, logs: [refusal] })
    expect(text).toContain('routing   no channel was asked: 403 the model gpt-5 has no price\n')
    expect(text).not.toContain('#0')
    expect(await explain({ ...answer, logs: [refusal] }, { TOLLGATE_LANG: 'zh' })).toContain(
      '未请求任何渠道：403',
    )
    // An ordinary user does not see channels, but reads the same text.
    const { channel: _channel, channel_name: _name, ...own } = refusal
    expect(await explain({ ...answer, logs: [own] })).toBe(text)
  })

  test('what an ordinary user may not see is simply not there', async () => {
    const { candidates: _c, skipped: _s, attempts: _a, ...rest } = full.explanation
    const text = await explain({ ...full, explanation: rest })
    expect(text).not.toContain('routing')
    expect(text).toContain('price     (1 204 new')
  })

  test('usage that was not stated by the upstream says so', async () => {
    for (const [source, words] of [
      ['counted', 'usage counted by the gateway'],
      ['held', 'usage unknown, charged according to the hold'],
      ['upstream-partial', 'partly stated'],
    ])
      expect(await explain({ ...full, explanation: { ...full.explanation, usage: { source } } })).toContain(
        words,
      )
  })

  test('an unknown request ends with 5', async () => {
    server.on('GET /api/log/explain/req_2', refused(404, 'log_not_found'))
    const { code, stderr } = await terminal.run(['explain', 'req_2'])
    expect(code).toBe(5)
    expect(stderr).toContain('Identical refusals within a minute are counted in one entry')
  })
})

test('why attempts failed is told in words where the server has them', async () => {
  const attempts = [
    {
      channel_id: 3,
      status: 0,
      took_ms: 40,
      error: 'upstream_unreachable',
      reason: 'unreachable',
      message: '无法连接上游',
    },
    { channel_id: 1, status: 200, took_ms: 400 },
  ]
  const passed_over = [{ model: 'gpt-5', reason: 'model_not_found', message: '没有这个模型' }]
  const told = await explain({ ...full, explanation: { ...full.explanation, attempts, passed_over } })
  expect(told).toContain('无法连接上游')
  expect(told).toContain('没有这个模型')
  expect(told).not.toContain('unreachable')
})
