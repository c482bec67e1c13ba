/**
 * The files of undici that calls are made with; undici ships types for the whole package only. The package's own entry
 * also loads its fetch, caches and mocks: some 50 files and a megabyte of source that this project does not use.
 */
declare module 'undici/lib/dispatcher/dispatcher.js' {
  import { Dispatcher } from 'undici'
  export = Dispatcher
}

declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici'
  export = Client
}

declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici'
  export = Pool
}

declare module 'undici/lib/dispatcher/proxy-agent.js' {
  import { ProxyAgent } from 'undici'
  export = ProxyAgent
}

declare module 'undici/lib/dispatcher/socks5-proxy-agent.js' {
  import type { Socket } from 'node:net'
  import { Socks5ProxyAgent as Published } from 'undici'

  class Socks5ProxyAgent extends Published {
    /** Opens a tunnel to the target, over which nothing has been sent yet. */
    createSocks5Connection(targetHost: string, targetPort: number): Promise<Socket>
  }
  export = Socks5ProxyAgent
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici'
  export = buildConnector
}

declare module 'undici/lib/api/api-connect.js' {
  import { Dispatcher } from 'undici'

  const connect: Dispatcher['connect']
  export = connect
}
