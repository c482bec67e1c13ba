import { generateKeyPairSync } from 'node:crypto'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** The key file of a Google service account that does not exist. */
export const SERVICE_ACCOUNT = JSON.stringify({
  type: 'service_account',
  project_id: 'project-1',
  private_key_id: 'abcdef0123456789',
  private_key: privateKey,
  client_email: 'conformance@project-1.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
})
