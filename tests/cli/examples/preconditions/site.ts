import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Precondition, Preconditions, Stage } from '../precondition.ts'

const call = async ({ world, setEnv, prepare }: Stage, model = 'gpt-4o-mini'): Promise<string> => {
  await prepare('token ensure --name example --unlimited')
  const key = await prepare('token get example --show-key -q')
  setEnv({ CI_KEY: key })
  const answer = await fetch(`${world.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  })
  await answer.text()
  return answer.headers.get('x-request-id') ?? ''
}

const leave = (what: string | RegExp, key: string): Precondition => ({
  async inTerminal(window) {
    await window.until(what)
    await window.press(key)
  },
  isSilent: true,
})

const folders = async ({ folder }: Stage): Promise<void> => {
  for (const each of [
    '.local/share/bash-completion/completions',
    '.zsh/completions',
    '.config/fish/completions',
  ])
    await mkdir(join(folder, each), { recursive: true })
}

const catalogue = JSON.stringify({
  sources: { vendor: { title: 'Prices', url: 'https://vendor.example/prices', as_of: '2026-11-01' } },
  token_prices: [{ models: ['new-model'], input: '2.5', source: 'vendor' }],
})

/** Preconditions of the commands for settings, prices, calls, the log and other programs. */
export const sitePreconditions: Preconditions = {
  option: {
    files: { 'ratios.json': '{"gpt-4o-mini":0.075,"gpt-4o":1.25}' },
    env: { SMTP_PASSWORD: 'of-the-mail-server' },
  },
  'tollgate price list --source unpriced -q': { isSilent: true },
  'price delete': { before: ['price set my-model --ratio 1 --completion 1'] },
  'price update': { files: { 'catalogue.json': catalogue } },

  chat: {
    files: { 'change.diff': '-a\n+b\n' },
    async arrange(stage) {
      await call(stage)
    },
  },
  'tollgate chat gpt-4o-mini': {
    async inTerminal(window) {
      await window.until('gpt-4o-mini')
      await window.type('Hello')
      await window.press('Enter')
      await window.until(/Hello from the simulator[\s\S]*\$/)
      await window.press('C-d')
    },
  },
  doctor: {
    async arrange(stage) {
      await call(stage)
    },
  },
  logs: {
    async arrange(stage) {
      await call(stage)
    },
  },
  'tollgate logs -f --errors': {
    before: ['option set LogErrorEnabled true'],
    async meanwhile(running, stage) {
      await call(stage, 'no-such-model')
      await running.printed(/no-such-model/)
      running.interrupt()
    },
    exit: 130,
  },
  'tollgate top': leave('TOK/M', 'q'),
  'tollgate top --by model': leave('TOK/M', 'q'),
  "tollgate top --once --json | jq '.[] | select(.error_share > 0.05) | .name'": { isSilent: true },
  explain: {
    before: ['token ensure --name ci'],
    async arrange(stage) {
      stage.setOwn({ req_01JD8X4M2W0000000000000000: await call(stage) })
    },
  },
  completion: { arrange: folders },
  'connect claude': {
    before: ['token ensure --name claude-code'],
    files: {},
  },
  'tollgate connect claude --create claude-code': { before: ['token delete claude-code --yes'] },
  'tollgate connect claude --undo': {
    async arrange({ shell }) {
      await shell('tollgate connect claude --token claude-code')
    },
  },
  'connect codex': { before: ['token ensure --name codex'] },
  'tollgate connect codex --create codex --model gpt-5.2-codex': { before: ['token delete codex --yes'] },
  'tollgate connect codex --undo': {
    async arrange({ shell }) {
      await shell('tollgate connect codex --token codex --model gpt-5.2-codex')
    },
  },
  'connect env': { before: ['token ensure --name ci'] },
  api: { files: { 'channel.json': '{"name":"by-api","type":1,"key":"sk-x","models":"gpt-4o"}' } },
}
