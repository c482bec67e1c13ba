import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Admin, signIn } from '../../support/gateway/admin.ts'
import { startGateway } from '../../support/gateway/gateway-process.ts'
import { startSimulator } from '../../support/simulator/simulator.ts'
import { whenDone } from '../../support/when-done.ts'
import { startTerminal } from '../support/terminal.ts'
import { programsOnPath } from './stage.ts'

/** The width at which the README says it was recorded. */
const columns = 104
const models = ['gpt-4o', 'gpt-4o-mini', 'deepseek-chat'] as const
const upstreamKey = 'sk-upstream-of-the-readme'

export interface Recorder {
  /** Runs a command in a terminal and returns the screen. */
  record(command: string): Promise<string>
}

async function call(url: string, key: string, model: string): Promise<void> {
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.text()
}

async function fill(admin: Admin, gatewayUrl: string, base_url: string): Promise<void> {
  const channel = { key: upstreamKey, base_url }
  for (const more of [
    { name: 'openai-main', models: 'gpt-4o,gpt-4o-mini', priority: 10, weight: 5 },
    { name: 'deepseek', type: 43, models: 'deepseek-chat', group: 'default,vip' },
    { name: '办公室', models: 'gpt-4o-mini' },
  ])
    await admin.createChannel({ ...channel, ...more })
  const limited = { unlimited_quota: false }
  const code = await admin.createToken({ ...limited, name: 'claude-code', remain_quota: 2_500_000 })
  const ci = await admin.createToken({
    ...limited,
    name: 'ci',
    remain_quota: 500_000,
    model_limits_enabled: true,
    model_limits: 'gpt-4o-mini',
  })
  for (const model of ['gpt-4o', 'gpt-4o', 'gpt-4o-mini']) await call(gatewayUrl, code.key, model)
  for (const model of ['gpt-4o-mini', 'gpt-4o-mini']) await call(gatewayUrl, ci.key, model)
}

/** Starts the server for recording the README session: two tokens, three channels, five calls. */
export async function openRecorder(): Promise<Recorder> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-readme-'))
  const upstream = await startSimulator({ models: [...models], keys: [upstreamKey] })
  const gateway = await startGateway()
  whenDone(async () => {
    await gateway.stop()
    await upstream.close()
    await rm(folder, { recursive: true, force: true })
  })
  const admin = await signIn(gateway.url)
  await fill(admin, gateway.url, upstream.url)
  const token = await admin.call<{ token: string }>('POST', '/api/access_token/', {
    name: 't',
    scopes: ['*'],
  })
  const path = await programsOnPath(folder, {})
  const env = {
    TOLLGATE_URL: gateway.url,
    TOLLGATE_TOKEN: token.token,
    TOLLGATE_CONFIG_DIR: folder,
    TZ: 'UTC',
  }
  return {
    async record(command) {
      const program = ['/usr/bin/env', `PATH=${path}`, '/bin/sh', '-c', command]
      const window = await startTerminal([], { columns, rows: 60, env, program })
      const code = await window.exitCode()
      const printed = await window.history()
      if (code !== 0) throw new Error(`${command} ended with ${code}: ${printed}`)
      return printed
    },
  }
}
