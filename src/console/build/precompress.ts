import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Files worth compressing; fonts and images are compressed already. */
const compressible = /\.(html|js|css|svg|json|txt)$/
/** For smaller files, a second file costs more than it saves. */
const leastBytes = 512

/**
 * Writes `.br` and `.gz` beside every compressible file, so that the daemon never compresses at request time.
 * Development builds skip this, because they are only viewed once.
 */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'tollgate:precompress',
    apply: (_config, { command, mode }) => command === 'build' && mode === 'production',
    configResolved(config) {
      outDir = config.build.outDir
    },
    // Not `closeBundle`: that also runs after a failed build, and its error about missing files would hide the cause.
    async writeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      const files = entries.filter((each) => each.isFile() && compressible.test(each.name))
      await Promise.all(files.map((each) => compressFile(join(each.parentPath, each.name))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < leastBytes) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
