import { defineCommand } from '../define-command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { integerOf } from '../input/parsers.ts'
import type { Language } from '../phrases/phrases.ts'

/** The daemon's entry point, as typed on the CLI's side. */
interface DaemonModule {
  main(argv: readonly string[], language: Language): Promise<number>
}

export const serve = defineCommand({
  path: 'serve',
  summary: { en: 'Runs the daemon in the foreground', zh: '在前台运行服务' },
  examples: [
    'tollgate serve',
    'tollgate serve --host 0.0.0.0 --port 8080 --data /var/lib/tollgate',
    'tollgate serve --workers 4',
  ],
  isLocal: true,
  options: {
    host: {
      flag: '--host <address>',
      help: {
        en: 'Address to listen on (TOLLGATE_HOST, default 127.0.0.1)',
        zh: '监听地址（TOLLGATE_HOST，默认 127.0.0.1）',
      },
    },
    port: {
      flag: '--port <number>',
      help: {
        en: 'Port to listen on, 0 for any free port (TOLLGATE_PORT, default 3000)',
        zh: '监听端口，0 表示任意（TOLLGATE_PORT，默认 3000）',
      },
      parse: integerOf('--port', 0, 65_535),
    },
    data: {
      flag: '--data <directory>',
      help: {
        en: 'Data directory (TOLLGATE_DATA_DIR, default ./data)',
        zh: '数据目录（TOLLGATE_DATA_DIR，默认 ./data）',
      },
    },
    workers: {
      flag: '--workers <number>',
      help: {
        en: 'Processes that share the port, needs PostgreSQL (TOLLGATE_WORKERS, default 1)',
        zh: '共用端口的进程数，需要 PostgreSQL（TOLLGATE_WORKERS，默认 1）',
      },
      parse: integerOf('--workers', 1, 64),
    },
  },
  // The data is in use by another daemon.
  exits: [exitCodes.conflict],
  operations: [],
  output: 'none',
  run: async ({ host, port, data, workers }, { phrase }): Promise<{ code: number }> => {
    // The CLI's only import of the daemon, apart from commands that open the store: this command is the daemon.
    const daemon: DaemonModule = await import('../../daemon/main.ts')
    const argv = [
      ...(host === undefined ? [] : ['--host', host]),
      ...(port === undefined ? [] : ['--port', String(port)]),
      ...(data === undefined ? [] : ['--data', data]),
      ...(workers === undefined ? [] : ['--workers', String(workers)]),
    ]
    return { code: await daemon.main(argv, phrase.language) }
  },
  // The daemon has already reported the error.
  text: () => '',
  exitCode: ({ code }) => code as ExitCode,
})
