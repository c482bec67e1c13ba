import type { Preconditions } from '../precondition.ts'

const manifest = `version: 1
owner: infra/prod
groups:
  default: { ratio: "1", description: Standard }
  vip: { ratio: "0.8", description: Discount }
channels:
  from-files:
    type: openai
    keys: [{ env: OPENAI_KEY_A }, { stdin: OPENAI_KEY_B }]
    models: [gpt-4o-mini, gpt-4o]
    groups: [default, vip]
tokens:
  from-files: { quota: 5usd, models: [gpt-4o-mini], expires: 30d }
`
/** Without the key that comes by standard input, which `-f -` takes. */
const oneKey = manifest.replace(', { stdin: OPENAI_KEY_B }', '')
const files = { 'infra/gateway.yaml': oneKey, 'gateway.yaml': oneKey }
const env = { OPENAI_KEY_A: 'sk-a-of-a-vendor' }
/** What the files describe is not there yet. */
const before = ['channel delete from-files --if-exists --yes', 'token delete from-files --if-exists --yes']

/** Describing the gateway in files. */
export const filePreconditions: Preconditions = {
  validate: { files, env },
  plan: { files, env, before },
  'tollgate plan -f infra/ --detailed-exitcode --format markdown': { exit: 10 },
  diff: { files, env, before, exit: 10 },
  apply: { files, env, before },
  'tollgate apply -f infra/': {
    async inTerminal(window) {
      await window.until(/\[y\/N\]/)
      await window.type('y')
      await window.press('Enter')
    },
  },
  'tollgate apply -f infra/ --yes --keys-out keys.tsv < secrets.env': {
    files: { 'infra/gateway.yaml': manifest, 'secrets.env': 'OPENAI_KEY_B=sk-b-of-a-vendor\n' },
  },
  'tollgate export --owner infra/prod -o infra/ --force': { files },
}
