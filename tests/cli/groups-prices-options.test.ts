import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openSite } from './support/open-site.ts'
import { startTerminal } from './support/terminal.ts'

const site = await openSite()
const { root } = site
await site.addChannel({ models: 'gpt-4o-mini,mine,picture', group: 'default,vip' })
const admin = await site.shellOf(await site.api.createUser('admin', 10))
const user = await site.shellOf(await site.api.createUser('user'))
const ratios = () => site.api.services.options.current().GroupRatio

describe('group', () => {
  test('set makes one, changes one, and says when nothing changes', async () => {
    expect(await root.json('group set gold --ratio 0.50 --description Gold_客户')).toEqual({
      result: 'created',
      name: 'gold',
      changed: ['ratio', 'description'],
    })
    expect(await root.json('group set gold --ratio 0.5')).toMatchObject({ result: 'unchanged', changed: [] })
    expect(await root.json('group set gold --hidden')).toMatchObject({
      result: 'updated',
      changed: ['description'],
    })
    expect(await root.json('group set plain --hidden')).toMatchObject({
      result: 'created',
      changed: ['ratio'],
    })
    expect(await admin.json('group get gold')).toEqual({
      name: 'gold',
      ratio: '0.5',
      description: null,
      is_usable: false,
      users: 0,
      channels: 0,
      tokens: 0,
    })
    expect(ratios().get('plain')).toBe('1')
  })

  test('set at the same moment loses no group', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `team-${at}`)
    await Promise.all(names.map((name) => root.json(`group set ${name} --ratio 0.7`)))
    expect([...ratios().keys()]).toEqual(expect.arrayContaining(['default', 'vip', ...names]))
  })

  test('--dry-run changes nothing', async () => {
    const before = [...ratios()]
    expect(await root.json('group set other --ratio 3 --dry-run')).toMatchObject({ result: 'would create' })
    expect(await root.json('group delete team-0 --dry-run')).toEqual({
      result: 'would delete',
      name: 'team-0',
    })
    expect([...ratios()]).toEqual(before)
  })

  test('delete refuses what is used and what is needed, and takes every trace of the rest', async () => {
    expect(await root.refusal('group delete default --yes')).toEqual([7, 'group_default'])
    expect(await root.refusal('group delete vip --yes')).toEqual([6, 'group_in_use'])
    expect(await root.refusal('group delete nothing --yes')).toEqual([5, 'group_not_found'])
    expect(await root.json('group delete nothing --if-exists --yes')).toMatchObject({ result: 'absent' })
    expect(await root.refusal('group delete team-0')).toEqual([2, 'usage'])
    await root.json('group set team-0 --description Team')
    expect(await root.json('group delete team-0 --yes')).toMatchObject({ result: 'deleted' })
    expect(await root.json('group delete vip --force --yes')).toMatchObject({ result: 'deleted' })
    const { GroupRatio, UserUsableGroups, TopupGroupRatio } = site.api.services.options.current()
    for (const table of [GroupRatio, UserUsableGroups, TopupGroupRatio])
      expect([...table.keys()].filter((name) => name === 'vip' || name === 'team-0')).toEqual([])
    expect(GroupRatio.has('default')).toBe(true)
  })

  test('wrong numbers are 2, users are refused with 4', async () => {
    for (const text of ['-1', 'x', '1e3', '0.1234567891', ''])
      expect(await root.refusal(`group set gold --ratio=${text}`), text).toEqual([2, 'usage'])
    expect(await root.refusal('group set gold')).toEqual([2, 'usage'])
    expect(await root.refusal('group set gold --ratio 1000001'.replace('1000001', '999999999'))).toEqual([
      7,
      'option_table_number',
    ])
    expect(await user.refusal('group set gold --ratio 1')).toEqual([4, 'insufficient_role'])
    expect(await user.json('group list')).toContainEqual(expect.objectContaining({ name: 'default' }))
    expect(await root.json('group list --every')).toContainEqual({
      name: 'gold',
      description: '',
      ratio: 0.5,
      ratio_exact: '0.5',
    })
  })
})

describe('price', () => {
  test('set by use, then per call, then by use again: never both', async () => {
    expect(await root.json('price set mine --ratio 1.250 --completion 4 --cache-read 0.1')).toMatchObject({
      result: 'created',
      model_name: 'mine',
      changed: ['ratio', 'completion', 'cache-read'],
      price: { input_usd: '2.5', output_usd: '10', cache_read_usd: '0.25', call_usd: '' },
    })
    expect(await root.json('price set mine --ratio 1.25')).toMatchObject({ result: 'unchanged', changed: [] })
    expect(await root.json('price set mine --per-call 0.04')).toMatchObject({
      result: 'updated',
      price: { quota_type: 1, call_usd: '0.04', input_usd: '' },
    })
    expect(await root.refusal('price set mine --completion 2')).toEqual([7, 'price_kind'])
    expect(await root.json('price set mine --ratio 2')).toMatchObject({
      changed: ['ratio', 'per-call'],
      price: { quota_type: 0, input_usd: '4', model_ratio: '2' },
    })
    expect(await root.json('price set mine --completion 3')).toMatchObject({
      changed: ['completion'],
      price: { output_usd: '12' },
    })
  })

  test('terminal 7: set in dollars per million tokens, exactly; what is not given keeps its dollars', async () => {
    const price = (line: string) => root.json(`price set dollars ${line}`)
    expect(await price('--input 1.25 --output 10 --cache-read 0.125')).toMatchObject({
      result: 'created',
      price: { input_usd: '1.25', output_usd: '10', cache_read_usd: '0.125', model_ratio: '0.625' },
    })
    expect(await price('--input 1.25 --output 10 --cache-read 0.125')).toMatchObject({ result: 'unchanged' })
    expect(await price('--input 2')).toMatchObject({
      changed: ['ratio', 'completion', 'cache-read'],
      price: { input_usd: '2', output_usd: '10', cache_read_usd: '0.125' },
    })
    expect(await price('--output 8')).toMatchObject({
      changed: ['completion'],
      price: { input_usd: '2', output_usd: '8', cache_read_usd: '0.125' },
    })
    // In floating-point numbers this would be 0.30000000000000004.
    expect(await price('--input 0.1 --output 0.3')).toMatchObject({
      price: { input_usd: '0.1', output_usd: '0.3' },
    })
    // Prices can still be given as ratios.
    expect(await price('--ratio 2 --completion 3 --cache-read 0.5')).toMatchObject({
      price: { input_usd: '4', output_usd: '12', cache_read_usd: '2' },
    })
    expect(await price('--per-call 0.04')).toMatchObject({ price: { call_usd: '0.04', input_usd: '' } })
    expect(await root.refusal('price set dollars --output 8')).toEqual([7, 'price_kind'])
    expect(await price('--input 3 --output 10')).toMatchObject({ price: { input_usd: '3', call_usd: '' } })
    const rounded = await root.run('price set dollars --input 3 --output 10 --dry-run -o yaml')
    expect([rounded.code, rounded.stdout]).toEqual([0, expect.stringContaining('result: unchanged')])
    expect((await root.run('price set dollars --input 7 --output 10')).stderr).toContain(
      '--output 10 is stored as $10.000000004: the server keeps ratios with nine decimals',
    )
  })

  test('terminal 7: of two forms at once, of nothing and of a free input with a paid output nothing is set', async () => {
    for (const line of [
      'price set dollars --input 1 --ratio 1',
      'price set dollars --output 1 --completion 2',
      'price set dollars --input 1 --per-call 1',
      'price set dollars --cache-read 1 --per-call 1',
      'price set dollars',
      'price set dollars --input 0 --output 1',
      'price set dollars --input 1e3',
    ])
      expect(await root.refusal(line), line).toEqual([2, 'usage'])
    expect(await root.json('price set free --input 0 --output 0')).toMatchObject({
      price: { input_usd: '0', output_usd: '0' },
    })
  })

  test('of what nobody priced wants a ratio first', async () => {
    expect(await root.refusal('price set picture --completion 2')).toEqual([7, 'price_kind'])
    expect(await root.refusal('price set picture --per-call 1 --ratio 2')).toEqual([2, 'usage'])
    expect(await root.refusal('price set picture')).toEqual([2, 'usage'])
  })

  test('get says what very long prompts cost', async () => {
    const { stdout } = await root.run('price get gpt-5.4')
    expect(stdout).toMatch(/^long prompts +above 272 000 tokens: input x 2, output x 1\.5$/m)
    expect((await root.run('price get gpt-5.4 --lang zh')).stdout).toContain('超过 272 000 token：输入 x 2')
    expect((await root.run('price get gpt-4o-mini')).stdout).toMatch(/^long prompts +-$/m)
  })

  test('get and list show dollars per million tokens; --source finds what has no price', async () => {
    expect(await user.json('price get gpt-4o-mini')).toMatchObject({
      input_usd: '0.15',
      output_usd: '0.6',
      price_source: 'explicit',
    })
    expect(await user.refusal('price get claude-opus-4-1')).toEqual([5, 'model_not_found'])
    expect((await root.run('price list --source unpriced -q')).stdout).toBe('picture\n')
    expect(await root.json('price list --group nobody')).toEqual([])
    const { stdout } = await root.run('price list --model gpt')
    expect(stdout).toMatch(/MODEL +BILLING +INPUT \$\/M +OUTPUT \$\/M/)
    expect(stdout).toMatch(/gpt-4o-mini +per token +\$0\.15 +\$0\.6 /)
  })

  test('delete and reset: one’s own price goes, a built-in one comes back', async () => {
    expect(await root.json('price delete mine --dry-run')).toMatchObject({ result: 'would delete' })
    expect(await root.refusal('price reset mine')).toEqual([5, 'built_in_price_not_found'])
    expect(await root.json('price delete mine --yes')).toEqual({ result: 'deleted', model_name: 'mine' })
    expect(await root.refusal('price delete mine --yes')).toEqual([5, 'price_not_found'])
    expect(await root.json('price delete mine --if-exists --yes')).toMatchObject({ result: 'absent' })
    await root.json('price set gpt-4o-mini --ratio 9')
    expect(await root.json('price reset gpt-4o-mini')).toMatchObject({
      result: 'updated',
      changed: ['ratio'],
    })
    expect(await root.json('price reset gpt-4o-mini')).toMatchObject({ result: 'unchanged' })
    await root.json('price delete gpt-4o-mini --yes')
    expect(await root.json('price reset gpt-4o-mini')).toMatchObject({ result: 'updated' })
    expect(await root.json('price get gpt-4o-mini')).toMatchObject({ model_ratio: '0.075' })
    expect(await root.refusal('price reset no-such-model')).toEqual([5, 'built_in_price_not_found'])
  })
})

describe('finding relay 15: price update', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-catalogue-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'catalogue.json')
  const sources = { vendor: { title: 'Prices', url: 'https://vendor.example/prices', as_of: '2026-11-01' } }
  const row = (model: string, input: string, output?: string, cached?: string) => ({
    models: [model],
    input,
    ...(output && { output }),
    ...(cached && { cached }),
    source: 'vendor',
  })
  const write = (token_prices: object[], call_prices: object[] = []) =>
    writeFileSync(file, JSON.stringify({ sources, token_prices, call_prices }))

  test('the catalogue of this version changes nothing', async () => {
    expect(await root.json(`price update src/daemon/models/catalogue.json --dry-run`)).toEqual([])
  })

  test('shows what a newer catalogue changes, with its source, and changes it only when asked', async () => {
    await root.json('price set own-price --ratio 7')
    write(
      [row('gpt-4o-mini', '0.2', '0.8', '0.1'), row('gpt-4o', '2.5', '10', '1.25'), row('own-price', '1')],
      [{ models: ['new-picture'], price: '0.03', source: 'vendor' }],
    )
    const from = { source: 'https://vendor.example/prices', as_of: '2026-11-01' }
    const changes = [
      {
        model_name: 'gpt-4o-mini',
        result: 'updated',
        before: {
          input_usd: '0.15',
          output_usd: '0.6',
          cache_read_usd: '0.075',
          call_usd: '',
          long_prompt: null,
        },
        after: {
          input_usd: '0.2',
          output_usd: '0.8',
          cache_read_usd: '0.1',
          call_usd: '',
          long_prompt: null,
        },
        ...from,
      },
      {
        model_name: 'own-price',
        result: 'kept',
        before: { input_usd: '14', output_usd: '14', cache_read_usd: '14', call_usd: '', long_prompt: null },
        after: { input_usd: '1', output_usd: '14', cache_read_usd: '14', call_usd: '', long_prompt: null },
        ...from,
      },
      {
        model_name: 'new-picture',
        result: 'created',
        before: null,
        after: { input_usd: '', output_usd: '', cache_read_usd: '', call_usd: '0.03', long_prompt: null },
        ...from,
      },
    ]
    expect(await root.json(`price update ${file} --dry-run`)).toEqual(
      changes.map(({ result, ...rest }) => ({ ...rest, result: wouldBe[result] ?? result })),
    )
    expect(await root.json('price get gpt-4o-mini')).toMatchObject({ input_usd: '0.15' })
    expect(await root.json(`price update ${file} --yes`)).toEqual(changes)
    expect(await root.json('price get gpt-4o-mini')).toMatchObject({
      input_usd: '0.2',
      output_usd: '0.8',
      cache_read_usd: '0.1',
    })
    expect(await root.json('price get new-picture')).toMatchObject({ call_usd: '0.03' })
    expect(await root.json('price get own-price')).toMatchObject({ input_usd: '14' })
    expect(await root.json(`price update ${file} --replace-own --yes`)).toMatchObject([
      { model_name: 'own-price', result: 'updated' },
    ])
    expect(await root.json('price get own-price')).toMatchObject({ input_usd: '1' })
    expect(await root.json(`price update ${file} --yes`)).toEqual([])
    for (const name of ['own-price', 'new-picture']) await root.json(`price delete ${name} --yes`)
    await root.json('price reset gpt-4o-mini')
  })

  test('takes over what a newer catalogue says of very long prompts, unless the site has its own', async () => {
    const long = { above: 200_000, input: '2', output: '1.5' }
    const told = { above: 200_000, input_ratio: '2', output_ratio: '1.5' }
    const twice = { ...row('gpt-4o-mini', '0.15', '0.6', '0.075'), long_prompt: long }
    write([twice])
    const change = await root.json(`price update ${file} --yes`)
    expect(change).toMatchObject([
      { result: 'updated', before: { long_prompt: null }, after: { long_prompt: told } },
    ])
    expect(await root.json('price get gpt-4o-mini')).toMatchObject({ input_usd: '0.15', long_prompt: told })
    // The settings of other models are kept.
    expect(await root.json('price get gpt-5.4')).toMatchObject({ long_prompt: { above: 272_000 } })
    expect(await root.json(`price update ${file} --yes`)).toEqual([])

    write([{ ...twice, long_prompt: { ...long, above: 100_000 } }])
    expect(await root.json(`price update ${file} --yes`)).toEqual([])
    expect(await root.json(`price update ${file} --replace-own --yes`)).toMatchObject([
      { after: { long_prompt: { above: 100_000 } } },
    ])
    write([{ ...twice, long_prompt: { above: 0, input: 'much' } }])
    expect(await root.refusal(`price update ${file} --yes`)).toEqual([2, 'usage'])
    await root.json('option unset LongPromptRatio')
  })

  test('what somebody sets for another model while the question is open, stays', async () => {
    await root.json('price reset gpt-4o-mini')
    const long_prompt = { above: 200_000, input: '2', output: '1.5' }
    write([{ ...row('gpt-4o-mini', '0.15', '0.6', '0.075'), long_prompt }])
    const { token } = await site.api.root.call<{ token: string }>('POST', '/api/access_token/', {
      name: 'price update',
      scopes: ['*'],
    })
    const env = { TOLLGATE_URL: site.api.url, TOLLGATE_TOKEN: token }
    const terminal = await startTerminal(['price', 'update', file], { env, columns: 120 })
    await terminal.until('Change prices as shown above (1)?')
    const theirs = JSON.stringify({ above: 100_000, input: 3, output: 3 })
    const entry = { key: 'LongPromptRatio', name: 'gpt-4o', value: theirs }
    await site.api.root.call('PUT', '/api/option/entries', { entries: [entry] })
    await terminal.type('y')
    expect(await terminal.exitCode()).toBe(0)
    expect(await root.json('price get gpt-4o')).toMatchObject({ long_prompt: { above: 100_000 } })
    expect(await root.json('price get gpt-4o-mini')).toMatchObject({ long_prompt: { above: 200_000 } })
    await root.json('option unset LongPromptRatio')
  })

  const wouldBe: Readonly<Record<string, string>> = { created: 'would create', updated: 'would update' }

  test('refuses a file that is none', async () => {
    for (const text of ['', '[]', '{}', '{"token_prices":[{"models":["m"],"input":"cheap"}]}']) {
      writeFileSync(file, text)
      expect(await root.refusal(`price update ${file} --yes`), text).toEqual([2, 'usage'])
    }
    expect(await root.refusal('price update no-such-file.json --yes')).toEqual([2, 'usage'])
  })
})

describe('option', () => {
  test('--changed lists what differs from the built-in values, and unset puts them back', async () => {
    await root.json('option set RetryTimes 3')
    await root.json('option set SMTPToken --value-stdin', 'mail-secret\n')
    const changed = (await root.json('option list --changed')) as { key: string; value: string }[]
    expect(changed.map(({ key }) => key)).toEqual(expect.arrayContaining(['RetryTimes', 'SMTPToken']))
    expect(JSON.stringify(changed)).not.toContain('mail-secret')
    expect(changed.map(({ key }) => key)).not.toContain('SMTPPort')
    expect(await root.json('option unset RetryTimes --dry-run')).toEqual({
      result: 'would update',
      key: 'RetryTimes',
    })
    expect(await root.json('option unset RetryTimes')).toEqual({ result: 'updated', key: 'RetryTimes' })
    expect(await root.json('option unset RetryTimes')).toEqual({ result: 'unchanged', key: 'RetryTimes' })
    expect(await root.json('option get RetryTimes')).toMatchObject({ value: '0', is_default: true })
    expect(await root.json('price set gpt-4o --ratio 9 --dry-run')).toMatchObject({ result: 'would update' })
    expect(await admin.refusal('option unset SMTPToken')).toEqual([4, 'option_role'])
    expect(await root.refusal('option unset NoSuch')).toEqual([5, 'option_not_found'])
  })

  test('set --dry-run refuses what set refuses, and changes nothing', async () => {
    expect(await root.json('option set RetryTimes 4 --dry-run')).toMatchObject({ result: 'would update' })
    expect(await root.json('option set RetryTimes 0 --dry-run')).toMatchObject({ result: 'unchanged' })
    expect(await root.json('option get RetryTimes')).toMatchObject({ value: '0' })
    for (const [who, given] of [
      [root, 'Nope 1'],
      [root, 'RetryTimes abc'],
      [admin, 'SMTPServer mail.example.com'],
    ] as const) {
      const refusal = await who.refusal(`option set ${given}`)
      expect(refusal[0]).not.toBe(0)
      expect(await who.refusal(`option set ${given} --dry-run`)).toEqual(refusal)
    }
  })
})
