import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/daemon/config/config.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  readonly files: readonly string[]
  readonly devDependencies: Readonly<Record<string, string>>
}

describe('Low: the image runs as its own user', () => {
  const lines = read('deploy/Dockerfile')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  const argumentsOf = (word: string) =>
    lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))

  it('from its last stage on, whose program root owns', () => {
    const last = lines.findLastIndex((line) => line.startsWith('FROM '))
    expect(lines.slice(last).filter((line) => line.startsWith('USER '))).toEqual(['USER 10001:10001'])
    expect(lines.join('\n')).not.toContain('--chown')
  })

  it('on the Node.js that the project pins, from images without the name of a registry', () => {
    expect(argumentsOf('ARG')).toEqual([`NODE_VERSION=${manifest.devDependencies.node}`])
    expect(argumentsOf('FROM').map((image) => image.split(':')[0])).toEqual(['node', 'node'])
  })

  it('with everything that the package has', () => {
    const copied = argumentsOf('COPY').join(' ')
    for (const name of manifest.files) expect(copied).toContain(`/build/${name}`)
  })

  it('and is built from nothing but what is named: no data, no keys, no modules of this machine', () => {
    const [all, ...named] = read('deploy/Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(all).toBe('*')
    for (const name of named.map((line) => line.slice(1)).filter((line) => !line.includes('*')))
      expect([name, existsSync(new URL(`../../${name}`, import.meta.url))]).toEqual([name, true])
    expect(named).not.toContain('!data')
    expect(named).not.toContain('!node_modules')
  })
})

describe('Low: the service runs as its own user', () => {
  const settings = new Map(
    read('deploy/tollgate.service')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

  it('which is made for it, and may write to its own directory only', () => {
    const user = settings.get('User')
    expect(user).toBe('tollgate')
    expect(read('deploy/tollgate.sysusers')).toMatch(new RegExp(`^u ${user} - `, 'm'))
    expect(Object.fromEntries(settings)).toMatchObject({
      StateDirectory: 'tollgate',
      StateDirectoryMode: '0700',
      ProtectSystem: 'strict',
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
    })
  })

  it('is given more time to stop than streams have to finish', () => {
    const { drainSeconds } = readConfig([], {}, false)
    expect(Number(settings.get('TimeoutStopSec'))).toBeGreaterThan(drainSeconds)
  })
})

describe('a reverse proxy', () => {
  const nginx = read('deploy/nginx.conf')
  const seconds = (name: string) => Number(new RegExp(`${name} (\\d+)s;`).exec(nginx)?.[1])

  it('waits for upstreams as long as the daemon does, and leaves the size of bodies to it', () => {
    const { firstByteTimeoutMs, idleTimeoutMs } = readConfig([], {}, false)
    for (const timeoutMs of [firstByteTimeoutMs, idleTimeoutMs])
      expect(seconds('proxy_read_timeout') * 1000).toBeGreaterThan(timeoutMs)
    expect(nginx).toContain('client_max_body_size 0;')
  })

  it('never sends a call twice', () => {
    expect(nginx).toContain('proxy_next_upstream off;')
  })

  it('is told to the daemon, whose limits would take all of its clients for one', () => {
    for (const name of ['deploy/nginx.conf', 'deploy/Caddyfile'])
      expect(read(name)).toContain('tollgate option set ReverseProxyEnabled true')
    expect(nginx).toContain('X-Forwarded-For $proxy_add_x_forwarded_for;')
  })
})
