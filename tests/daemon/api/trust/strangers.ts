import type { Method } from '../../../support/test-services.ts'
import type { Reaching } from './operations.ts'

/** The objects of one account, by the ids that other users would try. */
export interface Belongings {
  readonly userId: number
  readonly tokenId: number
  readonly accessTokenId: number
  readonly sessionId: string
  readonly passkeyId: number
  readonly messageId: number
  readonly requestId: string
  readonly tradeNo: string
}

type Attempt = readonly [method: Method, path: string, body?: object]

/** Calls with which another user would try to reach the objects of an account. */
export const attemptsOnThings: Readonly<Record<Reaching<'owned'>, (its: Belongings) => readonly Attempt[]>> =
  {
    deleteAccessToken: ({ accessTokenId }) => [['DELETE', `/api/access_token/${accessTokenId}`]],
    deletePasskey: ({ passkeyId }) => [['DELETE', `/api/passkey/${passkeyId}`]],
    deleteToken: ({ tokenId }) => [['DELETE', `/api/token/${tokenId}`]],
    deleteTokens: ({ tokenId }) => [['POST', '/api/token/batch', { ids: [tokenId] }]],
    endFormerKey: ({ tokenId }) => [['DELETE', `/api/token/${tokenId}/former_key`]],
    endSession: ({ sessionId }) => [['DELETE', `/api/session/${sessionId}`]],
    explainRequest: ({ requestId }) => [['GET', `/api/log/explain/${requestId}`]],
    getInboxMessage: ({ messageId }) => [['GET', `/api/user/messages/${messageId}`]],
    getToken: ({ tokenId }) => [['GET', `/api/token/${tokenId}`]],
    continuePayment: ({ tradeNo }) => [['POST', `/api/topup/${tradeNo}/pay`]],
    getTopup: ({ tradeNo }) => [['GET', `/api/topup/${tradeNo}`]],
    readInboxMessage: ({ messageId }) => [['PUT', `/api/user/messages/${messageId}/read`]],
    renamePasskey: ({ passkeyId }) => [['PUT', `/api/passkey/${passkeyId}`, { name: 'taken' }]],
    rotateToken: ({ tokenId }) => [['POST', `/api/token/${tokenId}/rotate`]],
    updateToken: ({ tokenId: id }) => [
      ['PUT', '/api/token/', { id, name: 'taken', unlimited_quota: true }],
      ['PUT', '/api/token/?status_only=true', { id, status: 2 }],
    ],
  }

/** Calls with which an administrator would try to control an account. */
export const attemptsOnAccounts: Readonly<Record<Reaching<'ranked'>, (id: number) => readonly Attempt[]>> = {
  createUser: () =>
    [10, 100].map((role) => ['POST', '/api/user/', { username: `role${role}`, password: 'guessed-1', role }]),
  creditUser: (id) =>
    ['1000000', '-1000000'].map((delta) => ['POST', '/api/user/credit', { id, delta, note: 'mine' }]),
  deleteUser: (id) => [['DELETE', `/api/user/${id}`]],
  getUser: (id) => [['GET', `/api/user/${id}`]],
  manageUser: (id) =>
    ['promote', 'demote', 'disable', 'enable', 'delete'].map((action) => [
      'POST',
      '/api/user/manage',
      { id, action },
    ]),
  removeUserSecondFactors: (id) => [['DELETE', `/api/user/${id}/second_factor`]],
  updateUser: (id) =>
    [
      { password: 'guessed-1' },
      { username: 'taken' },
      { group: 'vip' },
      { quota: 1, quota_base: 0 },
      { role: 100 },
      { email: 'x@evil.example' },
    ].map((change) => ['PUT', '/api/user/', { id, ...change }]),
}
