/** Who may open a page: anybody, users who are signed in, or administrators (role 10 and above). */
export type Access = 'public' | 'user' | 'admin'

export interface PageRoute {
  /** Pattern for the router. */
  readonly path: string
  readonly access: Access
  /** `pages/<folder>/<file>` without its extension; `tokens/tokens-page` exports `TokensPage`. */
  readonly page: string
  /** Never shows the sidebar. */
  readonly isWide?: boolean
}

/**
 * All addresses of the console. An entry whose page file does not exist yet behaves like an unknown address, and
 * nothing links to it; adding the file is enough to enable it.
 */
export const routes = {
  home: { path: '/', access: 'public', page: 'home/home-page', isWide: true },
  about: { path: '/about', access: 'public', page: 'about/about-page' },
  pricing: { path: '/pricing', access: 'public', page: 'pricing/pricing-page' },
  setup: { path: '/setup', access: 'public', page: 'setup/setup-page', isWide: true },
  login: { path: '/login', access: 'public', page: 'login/login-page' },
  register: { path: '/register', access: 'public', page: 'register/register-page' },
  reset: { path: '/reset', access: 'public', page: 'reset/reset-page' },
  resetConfirm: { path: '/user/reset', access: 'public', page: 'reset/reset-confirm-page' },
  oauthGithub: { path: '/oauth/github', access: 'public', page: 'oauth/oauth-page' },
  oauthOidc: { path: '/oauth/oidc', access: 'public', page: 'oauth/oauth-page' },
  oauthLinuxdo: { path: '/oauth/linuxdo', access: 'public', page: 'oauth/oauth-page' },
  // Telegram's button returns to this address, which the console chooses; it is not part of the product's documented
  // addresses.
  oauthTelegram: { path: '/oauth/telegram', access: 'public', page: 'oauth/oauth-page' },
  playground: { path: '/playground', access: 'user', page: 'playground/playground-page' },
  chat: { path: '/chat/:id?', access: 'public', page: 'chat/chat-page', isWide: true },
  chatToLink: { path: '/chat2link', access: 'user', page: 'chat/chat-to-link-page', isWide: true },
  dashboard: { path: '/app/dashboard', access: 'user', page: 'dashboard/dashboard-page' },
  tokens: { path: '/app/tokens', access: 'user', page: 'tokens/tokens-page' },
  usageLog: { path: '/app/logs/api-usage', access: 'user', page: 'usage-log/usage-log-page' },
  drawingLog: { path: '/app/logs/drawing', access: 'user', page: 'drawing-log/drawing-log-page' },
  taskLog: { path: '/app/logs/tasks', access: 'user', page: 'task-log/task-log-page' },
  wallet: { path: '/app/wallet', access: 'user', page: 'wallet/wallet-page' },
  me: { path: '/app/me', access: 'user', page: 'me/me-page' },
  terminal: { path: '/app/terminal', access: 'user', page: 'terminal/terminal-page', isWide: true },
  inbox: { path: '/app/inbox', access: 'user', page: 'inbox/inbox-page' },
  inboxMessage: { path: '/app/inbox/:id', access: 'user', page: 'inbox/inbox-message-page' },
  channels: { path: '/admin/channels', access: 'admin', page: 'channels/channels-page' },
  channelAdd: { path: '/channel/add', access: 'admin', page: 'channels/channels-page' },
  channelEdit: { path: '/channel/edit/:id', access: 'admin', page: 'channels/channels-page' },
  coupons: { path: '/admin/coupons', access: 'admin', page: 'coupons/coupons-page' },
  orders: { path: '/admin/orders', access: 'admin', page: 'orders/orders-page' },
  messages: { path: '/admin/messages', access: 'admin', page: 'messages/messages-page' },
  users: { path: '/admin/users', access: 'admin', page: 'users/users-page' },
  userEdit: { path: '/user/edit/:id', access: 'admin', page: 'users/users-page' },
  selfEdit: { path: '/user/edit', access: 'user', page: 'users/self-edit-page' },
  trail: { path: '/admin/trail', access: 'admin', page: 'trail/trail-page' },
  settings: { path: '/admin/settings', access: 'admin', page: 'settings/settings-page' },
} as const satisfies Record<string, PageRoute>

export type RouteName = keyof typeof routes

/** Returns the route of an address, or undefined if no page has it. */
export function routeAt(address: string): PageRoute | undefined {
  const given = address.split('/')
  return Object.values<PageRoute>(routes).find(({ path }) => {
    const parts = path.split('/')
    const least = parts.at(-1)?.endsWith('?') ? parts.length - 1 : parts.length
    const isLong = given.length >= least && given.length <= parts.length
    return (
      isLong && given.every((each, at) => each === parts[at] || (parts[at]?.startsWith(':') && each !== ''))
    )
  })
}

type Query = Readonly<Record<string, string | number | undefined>>

/** Builds the addresses of pages: `links.tokens({ q: 'ci' })`, `links.userEdit(7)`. All values are encoded. */
export const links = {
  home: () => '/',
  about: () => '/about',
  pricing: (query?: Query) => withQuery('/pricing', query),
  setup: () => '/setup',
  login: (query?: { readonly expired?: 'true'; readonly returnTo?: string }) => withQuery('/login', query),
  register: (query?: Query) => withQuery('/register', query),
  reset: () => '/reset',
  oauthTelegram: (state: string) => withQuery('/oauth/telegram', { state }),
  playground: (query?: Query) => withQuery('/playground', query),
  chat: (id: number | string) => `/chat/${encodeURIComponent(id)}`,
  dashboard: (query?: Query) => withQuery('/app/dashboard', query),
  tokens: (query?: Query) => withQuery('/app/tokens', query),
  usageLog: (query?: Query) => withQuery('/app/logs/api-usage', query),
  drawingLog: (query?: Query) => withQuery('/app/logs/drawing', query),
  taskLog: (query?: Query) => withQuery('/app/logs/tasks', query),
  wallet: (query?: Query) => withQuery('/app/wallet', query),
  me: (query?: Query) => withQuery('/app/me', query),
  inbox: (query?: Query) => withQuery('/app/inbox', query),
  inboxMessage: (id: number) => `/app/inbox/${id}`,
  channels: (query?: Query) => withQuery('/admin/channels', query),
  channelAdd: () => '/channel/add',
  channelEdit: (id: number) => `/channel/edit/${id}`,
  coupons: (query?: Query) => withQuery('/admin/coupons', query),
  orders: (query?: Query) => withQuery('/admin/orders', query),
  messages: (query?: Query) => withQuery('/admin/messages', query),
  users: (query?: Query) => withQuery('/admin/users', query),
  userEdit: (id: number) => `/user/edit/${id}`,
  selfEdit: () => '/user/edit',
  trail: (query?: Query) => withQuery('/admin/trail', query),
  settings: (query?: Query) => withQuery('/admin/settings', query),
} as const

function withQuery(path: string, query: Query | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(
    (pair): pair is [string, string | number] => pair[1] !== undefined && pair[1] !== '',
  )
  if (pairs.length === 0) return path
  return `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`
}

/**
 * Returns where to go after signing in. Only accepts a path of this site, never another site.
 * @param returnTo as it is in the query of `/login`
 */
export function safeReturnTo(returnTo: string | null | undefined): string {
  if (!returnTo?.startsWith('/')) return routes.tokens.path
  try {
    const target = new URL(returnTo, location.origin)
    if (target.origin !== location.origin || target.pathname === routes.login.path) return routes.tokens.path
    // `/x/..//evil` is a path of this site, but resolves to `//evil`: the address of another site, which is refused.
    if (target.pathname.startsWith('//')) return routes.tokens.path
    return target.pathname + target.search + target.hash
  } catch {
    return routes.tokens.path
  }
}
