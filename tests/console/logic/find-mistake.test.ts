import { expect, it } from 'vitest'
import { findMistake } from '../../../src/console/pages/settings/find-mistake.ts'
import { describeOption } from '../../../src/daemon/api/options/describe-option.ts'
import { optionKeys, registry } from '../../../src/daemon/options/registry.ts'
import { optionTable } from '../../e2e/rows/option-table.ts'

/**
 * Tests how the settings page checks a value before it asks the daemon. The API tests show that the daemon accepts
 * exactly what its description says.
 */

const option = (key: string) =>
  describeOption({
    key: key as (typeof optionKeys)[number],
    text: '',
    isSecret: false,
    isSet: false,
    isDefault: true,
    fingerprint: undefined,
  })
const mistake = (key: string, text: string) => findMistake(option(key), text)?.kind

it('A-OPTG-12 every value that the specification allows passes, and every number that it forbids is a mistake', () => {
  const numbers = optionTable.filter(({ key }) => option(key).range)
  expect(numbers.length).toBeGreaterThan(25)
  for (const { key, good } of optionTable) expect([key, mistake(key, good)]).toEqual([key, undefined])
  for (const { key, bad } of numbers)
    for (const text of bad) expect([key, text, mistake(key, text)]).not.toEqual([key, text, undefined])
})

it.each([
  ['A-TAB-04', 'QuotaPerUnit', '0', 'above'],
  ['A-TAB-04', 'QuotaPerUnit', 'many', 'number'],
  ['A-TAB-04', 'QuotaPerUnit', '', 'number'],
  ['A-TAB-04', 'RetryTimes', '-1', 'range'],
  ['A-TAB-04', 'RetryTimes', '1.5', 'whole'],
  ['A-TAB-04', 'RetryTimes', 'often', 'whole'],
  ['A-TAB-10', 'DataExportInterval', '0', 'range'],
  ['A-TAB-10', 'DataExportInterval', '', 'whole'],
  ['A-TAB-11', 'ChannelDisableThreshold', '-1', 'range'],
  ['A-TAB-11', 'ChannelDisableThreshold', 'slow', 'number'],
  ['A-TAB-12', 'CheckInMaxQuota', '-1', 'range'],
  ['A-TAB-12', 'CheckInMaxQuota', '', undefined],
  ['A-TAB-14', 'RebatePercentage', '100.1', 'range'],
  ['A-TAB-14', 'RebatePercentage', '1.25', 'places'],
  ['A-TAB-14', 'RebatePercentage', '1.50', undefined],
  ['A-TAB-20', 'global.auto_retry_count', '11', 'range'],
  ['A-TAB-21', 'gemini.thinking_adapter_budget_tokens_percentage', '0.001', 'range'],
  ['A-TAB-22', 'claude.thinking_adapter_budget_tokens_percentage', '1.1', 'range'],
  ['A-TAB-26', 'Price', '7.345', 'places'],
  ['A-TAB-26', 'Price', '0', 'above'],
  ['A-TAB-30', 'SMTPPort', '65536', 'range'],
  ['A-TAB-32', 'LinuxDOMinimumTrustLevel', '5', 'range'],
])('%s what is typed for %s, "%s", is told as: %s', (_ids, key, text, says) => {
  expect(mistake(key, text)).toBe(says)
})

it('A-OPTG-11 invalid JSON is a mistake in every setting that holds JSON, and names its line', () => {
  const tables = optionKeys.filter((key) => registry[key].type === 'json')
  expect(tables.length).toBeGreaterThan(10)
  for (const key of tables) {
    expect(findMistake(option(key), '{')).toEqual({ kind: 'json', line: 1 })
    expect(findMistake(option(key), '{\n  "vip": }')).toEqual({ kind: 'json', line: 2 })
    expect(findMistake(option(key), ' ')).toEqual({ kind: 'json', line: 1 })
    expect(findMistake(option(key), '{"vip":\n1}')).toBe(undefined)
  }
})
