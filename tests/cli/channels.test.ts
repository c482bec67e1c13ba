import { describe, expect, test } from 'vitest'
import { openSite } from './support/open-site.ts'

const site = await openSite()
const { api, root, upstream } = site
await site.addChannel({ name: 'main', tag: 'blue' })
await site.addChannel({ name: 'backup', tag: 'blue', priority: -1 })
await site.addChannel({ name: '办公室', models: 'gpt-4o', group: 'vip' })

describe('channel edit', () => {
  test('changes only what is given; a key is compared by its fingerprint', async () => {
    expect(await root.json('channel edit main --weight 7 --auto-ban no --system-prompt Be_brief')).toEqual({
      result: 'updated',
      id: expect.any(Number),
      name: 'main',
      changed: ['weight', 'system_prompt', 'auto_ban'],
    })
    expect(await root.json('channel edit main --weight 7')).toMatchObject({
      result: 'unchanged',
      changed: [],
    })
    expect(await root.json('channel get main')).toMatchObject({
      models: 'gpt-4o-mini',
      tag: 'blue',
      weight: 7,
    })
    expect(await root.json('channel edit main --key-env KEY')).toMatchObject({ result: 'unchanged' })
    expect(await root.json('channel edit main --key-stdin', 'another\n')).toMatchObject({ changed: ['key'] })
    expect(await root.json('channel edit main --key-env KEY --priority 5')).toMatchObject({
      changed: ['priority', 'key'],
    })
  })

  test('channels are found by names of up to 200 characters, each by its own', async () => {
    const [long, other] = ['渠'.repeat(199), `${'渠'.repeat(150)}二`]
    for (const name of [long, other]) await site.addChannel({ name })
    expect(await root.json(`channel edit ${long} --weight 3`)).toMatchObject({
      name: long,
      result: 'updated',
    })
    expect(await root.json(`channel get ${other}`)).toMatchObject({ name: other, weight: 0 })
    for (const name of [long, other]) await root.json(`channel delete ${name} --yes`)
  })

  test('another host needs the key again: 7 without it', async () => {
    const line = 'channel edit main --base-url http://localhost:1'
    expect(await root.refusal(line)).toEqual([7, 'channel_key_for_new_host'])
    expect(await root.json(`${line} --key-env KEY`)).toMatchObject({ changed: ['base_url', 'key'] })
    await root.json(`channel edit main --base-url ${upstream.url} --key-env KEY`)
  })

  test('--name renames, 6 when it is taken, 2 without anything, and --dry-run changes nothing', async () => {
    expect(await root.json('channel edit backup --name spare --dry-run')).toMatchObject({
      result: 'would update',
      changed: ['name'],
    })
    expect(await root.json('channel edit backup --name spare')).toMatchObject({ name: 'spare' })
    expect(await root.refusal('channel edit spare --name main')).toEqual([6, 'channel_exists'])
    expect(await root.refusal('channel edit spare')).toEqual([2, 'usage'])
    expect(await root.refusal('channel edit backup --weight 1')).toEqual([5, 'channel_not_found'])
    await root.json('channel edit spare --name backup')
  })
})

describe('groups of channels', () => {
  test('a group that does not exist is taken with a warning that names it, and what may have been meant', async () => {
    const added = await root.run(
      'channel create --type openai --name grouped --models m --groups default,vpi,later --key-env KEY',
    )
    expect(added.code).toBe(0)
    expect(added.stderr).toContain('warning: there is no group "vpi"')
    expect(added.stderr).toContain('Did you mean vip?')
    expect(added.stderr).toContain('warning: there is no group "later"')
    expect(added.stderr).toContain('To create it: tollgate group set later --ratio 1')
    expect(added.stderr).not.toContain('"default"')
    for (const line of ['edit grouped', 'ensure --type openai --name grouped', 'tag blue'])
      expect((await root.run(`channel ${line} --groups nope --dry-run`)).stderr).toContain('no group "nope"')
    expect((await root.run('channel edit grouped --groups default,vip')).stderr).toBe('')
    await root.json('channel delete grouped --yes')
  })

  test('an access token that may not read groups still writes channels', async () => {
    const { token } = await api.root.call<{ token: string }>('POST', '/api/access_token/', {
      name: 'channels-only',
      scopes: ['channels:read', 'channels:write'],
    })
    const line = ['channel', 'edit', 'main', '--groups', 'nope', '--dry-run']
    const { code, stderr } = await root.terminal.run(line, { env: { TOLLGATE_TOKEN: token } })
    expect([code, stderr]).toEqual([0, 'dry run: nothing was changed\n'])
  })
})

describe('channel tag', () => {
  test('lists tags with their channels', async () => {
    expect(await root.json('channel tag')).toEqual([
      { tag: 'blue', channels: 2, enabled: 2, names: ['main', 'backup'], result: 'present' },
    ])
  })

  test('gives, takes, renames, disables and edits', async () => {
    expect(await root.json('channel tag green 办公室 main')).toMatchObject([
      { tag: 'green', channels: 2, result: 'updated' },
    ])
    expect(await root.json('channel tag green 办公室')).toMatchObject([{ result: 'unchanged' }])
    expect(await root.json('channel tag green --disable')).toMatchObject([{ enabled: 0 }])
    expect(await root.json('channel tag green --enable --rename teal --priority 9')).toMatchObject([
      { tag: 'teal', channels: 2, enabled: 2 },
    ])
    expect(await root.json('channel get 办公室')).toMatchObject({ tag: 'teal', priority: 9 })
    expect(await root.json('channel tag --clear 办公室,backup')).toMatchObject([{ tag: 'teal', channels: 1 }])
    expect(await root.json('channel tag')).toMatchObject([{ tag: 'teal', names: ['main'] }])
  })

  test('5 for a tag nobody has, 2 for what makes no sense, nothing under --dry-run', async () => {
    expect(await root.refusal('channel tag nothing --enable')).toEqual([5, 'tag_not_found'])
    expect(await root.refusal('channel tag teal nobody')).toEqual([5, 'channel_not_found'])
    expect(await root.refusal('channel tag --enable')).toEqual([2, 'usage'])
    expect(await root.refusal('channel tag teal --enable --disable')).toEqual([2, 'usage'])
    expect(await root.refusal('channel tag teal --remove --rename other')).toEqual([2, 'usage'])
    expect(await root.refusal('channel tag --remove')).toEqual([2, 'usage'])
    expect(await root.json('channel tag teal --remove --dry-run')).toMatchObject([
      { channels: 1, result: 'would update' },
    ])
    await root.json('channel tag teal --disable --dry-run')
    expect(await root.json('channel tag teal')).toMatchObject([{ enabled: 1, result: 'present' }])
  })

  test('--remove takes the tag off all of its channels', async () => {
    expect(await root.json('channel tag gone 办公室 backup')).toMatchObject([{ channels: 2 }])
    expect(await root.json('channel tag gone --remove')).toEqual([
      { tag: 'gone', channels: 0, enabled: 0, names: [], result: 'updated' },
    ])
    for (const name of ['办公室', 'backup'])
      expect(await root.json(`channel get ${name}`)).toMatchObject({ tag: '' })
    expect(await root.json('channel tag')).toMatchObject([{ tag: 'teal' }])
    expect(await root.refusal('channel tag gone --remove')).toEqual([5, 'tag_not_found'])
  })
})

describe('why and explain --model', () => {
  test('finding relay 5: tell which API the upstream of a channel has, as set and as detected', async () => {
    upstream.when(({ path }) => path === '/v1/responses', { status: 404, json: { detail: 'Not Found' } })
    const local = '--type openai --models chat-model --key-env KEY --base-url'
    await root.json(`channel create --name detected ${local} ${upstream.url}`)
    await root.json('channel test detected')
    expect(await root.json('channel get detected')).toMatchObject({ speaks_found: 'chat' })
    expect((await root.run('channel get detected')).stdout).toMatch(/^speaks +chat only \(detected\)$/m)
    expect((await root.run('explain --model chat-model')).stdout).toContain('speaks chat only')
    const setting = await root.terminal.run([
      ...['channel', 'edit', 'detected', '--setting', '{"speaks":"responses"}'],
    ])
    expect(setting.code).toBe(0)
    expect((await root.run('channel get detected')).stdout).toMatch(/^speaks +Responses only \(as set\)$/m)
    expect((await root.run('channel get main')).stdout).toMatch(/^speaks +-$/m)
    await root.json('channel delete detected --yes')
    upstream.reset()
  })

  test('explain --model --token tells the group and the own fallbacks of the token', async () => {
    await root.json('token create --name falling --unlimited --fallbacks gpt-4o-mini=gpt-4o,gpt-5')
    expect(await root.json('explain --model gpt-4o-mini')).toMatchObject({ fallbacks: [] })
    expect(await root.json('explain --model gpt-4o-mini --token falling')).toMatchObject({
      group: 'default',
      fallbacks: ['gpt-4o', 'gpt-5'],
    })
    const { stdout } = await root.run('explain --model gpt-4o-mini --token falling')
    expect(stdout).toMatch(/^fallbacks gpt-4o, gpt-5$/m)
    expect((await root.run('explain --model gpt-4o-mini')).stdout).not.toContain('fallbacks')
    expect(await root.refusal('explain --model gpt-4o-mini --token nobody')).toEqual([5, 'token_not_found'])
    await root.json('token delete falling --yes')
  })

  test('say which channel a call would go to, and what keeps the others from it', async () => {
    const off = await site.addChannel({ name: 'off', models: 'gpt-4o-mini' })
    await api.services.knex('channels').where({ id: off }).update({
      status: 3,
      other_info: '{"status_reason":"401 from upstream","status_time":1795160000}',
    })
    await api.root.call('POST', '/api/channel/fix')
    expect(await root.json('channel why main')).toMatchObject({
      is_used: true,
      reason: null,
      rank: 1,
      keys: 1,
    })
    expect(await root.json('channel why off')).toMatchObject({
      is_used: false,
      reason: 'disabled-automatically',
      status_reason: '401 from upstream',
      status_time: '2026-11-20T07:33:20Z',
    })
    expect(await root.json('channel why off --model nothing')).toMatchObject({ reason: 'no-model' })
    expect((await root.run('channel why off')).stdout).toMatch(
      /^verdict +not in use: disabled automatically\n/,
    )
    expect(await root.json('explain --model gpt-4o-mini')).toMatchObject({
      group: 'default',
      price: { input_usd: '0.15' },
      channels: [{ channel_name: 'main' }, { channel_name: 'backup' }, { channel_name: 'off', rank: null }],
    })
    const { stdout } = await root.run('explain --model gpt-4o-mini')
    expect(stdout).toMatch(/^gpt-4o-mini {2}group default\n\nrouting {3}1 {2}main +priority/)
    expect(stdout).toContain('skipped: disabled automatically')
    expect(stdout).toContain(
      'price     $0.15 in, $0.6 out, $0.075 cached per million tokens x group default 1\n',
    )
    const chinese = await root.terminal.run(['explain', '--model', 'gpt-4o', '--group', 'vip'], {
      env: { TOLLGATE_LANG: 'zh' },
    })
    expect(chinese.stdout).toMatch(/路由 {6}1 {2}办公室/)
    expect(await root.refusal('explain')).toEqual([2, 'usage'])
    expect(await root.refusal('explain req_1 --model a')).toEqual([2, 'usage'])
    await root.json('channel delete off --yes')
  })
})

describe('channel test and balance --all --wait', () => {
  test('tell what was found of each channel; exit 12 when one fails', async () => {
    const wrong = await site.addChannel({ name: 'wrong', base_url: 'http://127.0.0.1:9' })
    const { code, stdout, stderr } = await root.run('--json channel test --all --wait 30s')
    expect(code).toBe(12)
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'main', result: 'passed', model: 'gpt-4o-mini', reason: null }),
        expect.objectContaining({ id: wrong, result: 'failed', reason: expect.any(String) }),
      ]),
    )
    expect(stdout).not.toContain('127.0.0.1')
    expect(stderr).not.toContain('127.0.0.1:9')
    await root.json('channel delete wrong --yes')
    expect((await root.run('channel test --all --wait 30s')).code).toBe(0)
    expect(await root.json('channel balance --all --wait 30s')).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'main', result: 'updated', currency: 'USD' })]),
    )
    expect(await root.json('channel test --all')).toMatchObject({ result: 'started' })
  })
})

test('channel models --save stores what the upstream serves', async () => {
  await site.addChannel({ name: 'fresh', models: 'placeholder' })
  expect(await root.json('channel models fresh --save --dry-run')).toEqual(['gpt-4o-mini', 'gpt-4o'])
  expect(await root.json('channel get fresh')).toMatchObject({ models: 'placeholder' })
  await root.json('channel models fresh --save')
  expect(await root.json('channel get fresh')).toMatchObject({ models: 'gpt-4o-mini,gpt-4o' })
  expect(await root.refusal('channel models --save')).toEqual([2, 'usage'])
})

test('channel delete and delete-disabled take several', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await site.addChannel({ name })
  expect(await root.json('channel delete a b --yes')).toMatchObject([{ name: 'a' }, { name: 'b' }])
  await root.json('channel disable c')
  await api.services.knex('channels').where({ name: 'd' }).update({ status: 3 })
  expect(await root.json('channel delete-disabled --dry-run')).toEqual({ result: 'would delete', count: 2 })
  expect(await root.refusal('channel delete-disabled')).toEqual([2, 'usage'])
  expect(await root.json('channel delete-disabled --yes')).toEqual({ result: 'deleted', count: 2 })
  expect(await root.json('channel list --search main')).toHaveLength(1)
})
