#!/usr/bin/env bash
# Provisions an empty gateway the way a pipeline does: no terminal, every secret from the environment or standard input.
# Usage: provision.sh   Prints one line per step; ends with 0 when every step did what it should.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
tollgate() { "$root/bin/tollgate" "$@"; }

work="$(mktemp -d)"
daemons=()
cleanup() {
  for pid in "${daemons[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${daemons[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT

export TOLLGATE_NO_INPUT=1 TOLLGATE_LANG=en TOLLGATE_LOG_LEVEL=silent
export TOLLGATE_CONFIG_DIR="$work/config"

step() { echo "ok: $*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }

# expect CODE COMMAND...: the command ends with this exit code; what it printed is in $work/out and $work/err.
expect() {
  local wanted="$1" code=0
  shift
  "$@" >"$work/out" 2>"$work/err" || code=$?
  [ "$code" = "$wanted" ] || { cat "$work/out" "$work/err" >&2; fail "exit $code instead of $wanted: $*"; }
}

# start NAME: an empty daemon of that name; sets $url.
start() {
  # Not through the function: $! would be the shell that runs it, and ending that leaves the daemon behind.
  "$root/bin/tollgate" serve --port 0 --data "$work/$1" >"$work/$1.log" 2>&1 &
  daemons+=($!)
  for _ in $(seq 300); do
    url="$(grep -o 'http://[^ ]*' "$work/$1.log" | head -n 1 || true)"
    [ -n "$url" ] && return
    kill -0 "$!" 2>/dev/null || { cat "$work/$1.log" >&2; fail "the daemon $1 did not start"; }
    sleep 0.1
  done
  fail "the daemon $1 does not listen"
}

# set_up NAME: the daemon behind $url gets its super administrator and the context NAME.
set_up() {
  printf '%s\n' "$ROOT_PASSWORD" |
    tollgate setup --url "$url" --context "$1" --username root --password-stdin --mode external --yes -q >/dev/null
}

# What a pipeline keeps in its vault.
export ROOT_PASSWORD='correct-horse-1'
secrets=''
for at in $(seq 10); do export "CHANNEL_KEY_$at=sk-from-environment-$at"; done
for at in $(seq 11 20); do secrets+="CHANNEL_KEY_$at=sk-from-stdin-$at"$'\n'; done
export MAIL_PASSWORD='mail-from-environment'

# The files of the repository: 3 groups, 20 channels, 50 tokens, 100 codes, prices, options.
infra="$work/infra"
mkdir -p "$infra"
{
  echo 'version: 1'
  echo 'owner: infra/prod'
  echo 'groups:'
  echo '  default: { ratio: "1", description: Standard }'
  echo '  vip: { ratio: "0.80", description: Discount }'
  echo '  bulk: { ratio: "0.5", description: 大客户 }'
  echo 'prices:'
  for at in $(seq 5); do echo "  house-model-$at: { ratio: \"0.${at}50\", completion: \"4\", cacheRead: \"0.1\" }"; done
  echo '  house-picture: { price: "0.04" }'
  echo 'options:'
  echo '  RetryTimes: 3'
  echo '  SystemName: Example gateway'
  echo '  GroupGroupRatio: { vip: { bulk: 0.45 } }'
  echo '  SMTPServer: mail.example.com'
  echo '  SMTPToken: { env: MAIL_PASSWORD }'
} >"$infra/gateway.yaml"
{
  echo 'version: 1'
  echo 'channels:'
  for at in $(seq 20); do
    from=env
    [ "$at" -gt 10 ] && from=stdin
    echo "  upstream-$at:"
    echo '    type: openai'
    echo "    keys: [ { $from: CHANNEL_KEY_$at } ]"
    echo "    baseUrl: https://upstream-$at.example.com"
    echo "    models: [ house-model-$(((at - 1) % 5 + 1)), house-picture ]"
    echo '    groups: [ default, vip, bulk ]'
    echo "    priority: $((at % 3))"
    echo '    tag: house'
  done
} >"$infra/channels.yaml"
{
  echo 'version: 1'
  echo 'tokens:'
  for at in $(seq 50); do
    echo "  team-$at: { quota: 5usd, models: [ house-model-1 ], group: vip, expires: 30d, rateLimit: 100/m }"
  done
  echo 'codes:'
  echo '  welcome: { quota: 1usd, count: 100 }'
} >"$infra/accounts.yaml"

start first
set_up first
step 'an empty daemon is set up by flags, the password from standard input'

expect 0 tollgate validate -f "$infra" <<<"$secrets"
expect 10 tollgate plan -f "$infra" --detailed-exitcode <<<"$secrets"
expect 2 tollgate apply -f "$infra" <<<"$secrets"
step 'the plan is seen before anything is done, and nothing is done unasked'

expect 0 tollgate apply -f "$infra" --yes --keys-out "$work/keys.tsv" <<<"$secrets"
[ "$(wc -l <"$work/keys.tsv")" = 50 ] || fail 'not every new token left its key'
[ "$(stat -c %a "$work/keys.tsv" 2>/dev/null || stat -f %Lp "$work/keys.tsv")" = 600 ] || fail 'others may read the keys'
[ "$(tollgate channel list --all -q | wc -l)" = 20 ] || fail 'not 20 channels'
[ "$(tollgate token list --all -q | wc -l)" = 50 ] || fail 'not 50 tokens'
[ "$(tollgate code list --all -q | wc -l)" = 100 ] || fail 'not 100 codes'
step 'one apply makes 3 groups, 20 channels, 50 tokens, 100 codes, prices and options'

expect 0 tollgate apply -f "$infra" --yes <<<"$secrets"
[ "$(cat "$work/out")" = 'no changes' ] || fail "the second apply says: $(cat "$work/out")"
expect 0 tollgate plan -f "$infra" --detailed-exitcode <<<"$secrets"
expect 0 env -u MAIL_PASSWORD "$root/bin/tollgate" apply -f "$infra" --yes
[ "$(cat "$work/out")" = 'no changes' ] || fail 'secrets that are not set are a change'
step 'a second apply has no changes, with the secrets and without them'

tollgate api PUT /api/option/ --data '{"key":"RetryTimes","value":"7"}' >/dev/null
expect 10 tollgate plan -f "$infra" --detailed-exitcode <<<"$secrets"
grep -q 'RetryTimes' "$work/out" || fail 'the plan does not name what the console changed'
expect 10 tollgate diff -f "$infra" <<<"$secrets"
expect 0 tollgate apply -f "$infra" --yes <<<"$secrets"
expect 0 tollgate plan -f "$infra" --detailed-exitcode <<<"$secrets"
step 'what the console changed is found (exit 10) and put right'

expect 0 tollgate export -o "$work/before"
if grep -r -e from-environment -e from-stdin "$work/before"; then fail 'a secret was exported'; fi
expect 0 tollgate apply -f "$work/before" --yes
[ "$(cat "$work/out")" = 'no changes' ] || fail 'applying an export to where it came from is a change'
step 'an export holds no secret and changes nothing where it came from'

cat >"$infra/mistake.yaml" <<'END'
version: 1
groups:
  gold: { ratio: "0.7", description: Gold }
channels:
  upstream-21:
    type: openai
    keys: [ { env: CHANNEL_KEY_1 } ]
    models: [ house-model-1 ]
    wieght: 5
END
expect 7 tollgate apply -f "$infra" --yes <<<"$secrets"
grep -qF "$infra/mistake.yaml:9:5: channels.upstream-21.wieght: unknown field wieght (did you mean weight?)" "$work/err" ||
  fail "the mistake is not named: $(cat "$work/err")"
rm "$infra/mistake.yaml"
expect 0 tollgate export -o "$work/after"
diff -r "$work/before" "$work/after" || fail 'a refused manifest changed something'
step 'a mistake is refused with file, line and hint, and nothing was changed'

# The export names the variables that an empty gateway needs.
for name in $(grep -rhoE 'TOLLGATE_(CHANNEL|OPTION|USER)_[A-Z0-9_]+' "$work/before" | sort -u); do
  export "$name=sk-elsewhere-$name"
done
start second
set_up second
expect 0 tollgate --context second apply -f "$work/before" --yes
expect 0 tollgate --context second export -o "$work/copy"
diff -r "$work/before" "$work/copy" || fail 'the export of the copy differs'
step 'an export applied to an empty daemon gives an identical export'

expect 0 tollgate --context second apply -f "$work/before" --yes
[ "$(cat "$work/out")" = 'no changes' ] || fail 'the copy is not what its files say'
expect 0 tollgate --context first audit
expect 0 tollgate --context second audit
step 'the books of both add up'
