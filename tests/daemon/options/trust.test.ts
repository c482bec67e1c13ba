import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { OptionSpec } from '../../../src/daemon/options/kinds.ts'
import { needsOf } from '../../../src/daemon/options/needs.ts'
import { type OptionKey, optionKeys, registry } from '../../../src/daemon/options/registry.ts'

const specOf = (key: OptionKey): OptionSpec<unknown> => registry[key]
const takes = (key: OptionKey, text: string): boolean => {
  try {
    specOf(key).read(text)
    return true
  } catch {
    return false
  }
}

/** Only shown in pages as an image or a link; the server sends nothing there, only visitors follow it. */
const onlyShown = new Set<OptionKey>(['Logo', 'general_setting.docs_link'])

describe('A-OPTG-18 C1: what decides over accounts, money and keys is for the super administrator alone', () => {
  it.each(optionKeys.map((key) => [key]))('C1: %s has the role of its kind', (key) => {
    const { isSecret, type } = specOf(key)
    const isAddress = type === 'text' && takes(key, 'https://x.example') && !takes(key, 'no address at all')
    const hasLinks = takes(key, '[{"chat": "https://x.example/?k={key}"}]') && !takes(key, '[{"chat": "x"}]')
    if (isSecret || ((isAddress || (hasLinks && type === 'json')) && !onlyShown.has(key)))
      expect(specOf(key).role).toBe(100)
  })

  it('C1: a switch for a way to sign in has the role of the secrets and addresses it needs', () => {
    for (const key of optionKeys) {
      const needs = needsOf(key).filter((each) => each !== 'EmailDomainWhitelist' && each !== 'SMTPServer')
      for (const each of needs)
        expect([key, each, specOf(each).role, specOf(key).role]).toEqual([key, each, 100, 100])
    }
  })

  it('C1: a setting that belongs to a secret of the super administrator is not for administrators either', () => {
    const families = [
      'SMTP',
      'oidc.',
      'GitHub',
      'WeChat',
      'Telegram',
      'Turnstile',
      'Epay',
      'Worker',
      'Pay',
      'ReverseProxy',
    ]
    const open = optionKeys.filter(
      (key) => families.some((family) => key.startsWith(family)) && specOf(key).role !== 100,
    )
    expect(open).toEqual([])
  })

  it('C1: the page about security names every setting once, with the role it has', () => {
    const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')
    const table = page.slice(page.indexOf('<!-- settings:'), page.indexOf('<!-- /settings -->'))
    const told = table.split('\n').flatMap((line) => {
      const [, keys = '', role = ''] = line.split('|')
      return [...keys.matchAll(/`([^`]+)`/g)].map(([, key = '']) => `${key} ${role.trim()}`)
    })
    expect(told.sort()).toEqual(optionKeys.map((key) => `${key} ${specOf(key).role}`).sort())
  })
})
