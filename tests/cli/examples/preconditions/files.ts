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
/** The manifest without the key from standard input, which `-f -` uses for the manifest itself. */
const oneKey = manifest.replace(', { stdin: OPENAI_KEY_B }', '')
const files = { 'infra/gateway.yaml': oneKey, 'gateway.yaml': oneKey }
const env = { OPENAI_KEY_A: 'sk-a-of-a-vendor' }
/** Commands that delete the objects in the files, so that they do not exist yet. */
const before = ['channel delete from-files --if-exists --yes', 'token delete from-files --if-exists --yes']

/** Preconditions of the commands that describe the gateway in files. */
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
