import type { ErrorRow } from './error-row.ts'

/** Errors of authentication, permissions and rate limits of callers. */
export const callerErrors = {
  not_signed_in: {
    status: 401,
    kind: 'authentication',
    en: 'not logged in or login expired, please log in again',
    zh: '未登录或登录已过期，请重新登录',
  },
  user_header_mismatch: {
    status: 401,
    kind: 'authentication',
    en: 'the Tollgate-User header is missing or does not match the signed-in user, please sign in again',
    zh: '请求头 Tollgate-User 缺失或与当前登录用户不一致，请重新登录',
  },
  login_failed: { status: 403, kind: 'permission', en: 'wrong username or password', zh: '用户名或密码错误' },
  password_login_disabled: {
    status: 403,
    kind: 'permission',
    en: 'the administrator has turned off password login',
    zh: '管理员已关闭密码登录',
  },
  turnstile_required: {
    status: 400,
    kind: 'validation',
    en: 'wait a few seconds and retry, Turnstile is checking the environment',
    zh: '请稍等几秒后重试，Turnstile 正在检查用户环境',
  },
  turnstile_failed: {
    status: 403,
    kind: 'permission',
    en: 'the human check failed, refresh the page and try again',
    zh: '人机验证失败，请刷新页面后重试',
  },
  turnstile_unreachable: {
    status: 503,
    kind: 'unavailable',
    en: 'the human check is not available right now, try again later',
    zh: '人机验证暂时不可用，请稍后再试',
  },
  user_banned: {
    status: 403,
    kind: 'permission',
    en: 'this account has been banned or deactivated',
    zh: '该账户已被封禁或注销',
  },
  insufficient_role: {
    status: 403,
    kind: 'permission',
    en: 'you do not have permission: this requires role {role} or higher',
    zh: '您没有权限：需要角色 {role} 或更高',
  },
  insufficient_scope: {
    status: 403,
    kind: 'permission',
    en: 'this access token does not have the scope {scope}',
    zh: '该访问令牌不包含权限 {scope}',
  },
  sign_in_expired: {
    status: 403,
    kind: 'permission',
    en: 'this sign-in took too long or had too many attempts; start again with your password',
    zh: '本次登录已超时或尝试次数过多，请重新输入密码登录',
  },
  second_factor_missing: {
    status: 400,
    kind: 'validation',
    en: 'please enter the code from your authenticator app, or a recovery code',
    zh: '请输入身份验证器应用中的验证码，或恢复码',
  },
  second_factor_wrong: {
    status: 403,
    kind: 'permission',
    en: 'this code is wrong or has been used already',
    zh: '验证码错误或已被使用',
  },
  second_factor_paused: {
    status: 429,
    kind: 'rate_limit',
    en: 'too many wrong codes: codes from the authenticator app are accepted again within {hours} h, until then use a recovery code or a passkey',
    zh: '验证码错误次数过多：身份验证器的验证码将在 {hours} 小时内恢复使用，在此之前请使用恢复码或通行密钥',
  },
  second_factor_not_set_up: {
    status: 409,
    kind: 'conflict',
    en: 'set up an authenticator app or a passkey first',
    zh: '请先设置身份验证器应用或通行密钥',
  },
  second_factor_setup_required: {
    status: 403,
    kind: 'permission',
    en: 'this site demands a second factor: set one up in your account first',
    zh: '本站要求启用两步验证，请先在您的账户中设置',
  },
  second_factor_demanded: {
    status: 409,
    kind: 'conflict',
    en: 'this site demands a second factor, so you cannot remove your last one',
    zh: '本站要求启用两步验证，不能移除最后一种验证方式',
  },
  proof_required: {
    status: 403,
    kind: 'permission',
    en: 'please confirm that it is you: enter your password or a code of your second factor again',
    zh: '请确认是您本人操作：重新输入密码或两步验证码',
  },
  session_required: {
    status: 403,
    kind: 'permission',
    en: 'access tokens may not do this: sign in to the console',
    zh: '访问令牌不能执行此操作，请登录控制台进行',
  },
  proof_impossible: {
    status: 403,
    kind: 'permission',
    en: 'this account has neither a password nor a second factor: sign out and sign in again to continue',
    zh: '该账户既没有密码也没有两步验证，请退出后重新登录以继续',
  },
  metrics_forbidden: {
    status: 403,
    kind: 'permission',
    en: 'metrics are only available on this machine itself, not through a proxy, or with the metrics token',
    zh: '指标仅供本机直接访问（不经过代理），或需提供指标令牌',
  },
  demo_site: {
    status: 405,
    kind: 'permission',
    en: 'this site is for demo only, no server',
    zh: '本站仅作演示，无服务端',
  },
  self_use_mode: {
    status: 403,
    kind: 'permission',
    en: 'not available in self-use mode',
    zh: '自用模式下不可用',
  },
  too_many_requests: {
    status: 429,
    kind: 'rate_limit',
    en: 'too many requests, try again later',
    zh: '请求次数过多，请稍后再试',
  },
} as const satisfies Record<string, ErrorRow>
