import { expect, it } from 'vitest'
import { checkUsername } from '../../../src/daemon/accounts/account-rules.ts'
import { numberedName } from '../../../src/daemon/api/oauth/new-account-name.ts'

it.each([
  ['github', 7, 'github_7'],
  ['github', 99_999, 'github_99999'],
  ['github', 100_000, 'github100000'],
  ['linuxdo', 12_345, 'linuxdo12345'],
  ['linuxdo', 9_876_543_210, 'li9876543210'],
])('the name of account %s %i is %s, within twelve characters', (prefix, number, name) => {
  expect(numberedName(prefix, number)).toBe(name)
  expect(checkUsername(name)).toBe(name)
})
