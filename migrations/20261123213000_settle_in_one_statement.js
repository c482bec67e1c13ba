/**
 * On PostgreSQL, a function books a batch of plain settlements, so that a batch is one statement and one round trip.
 * `src/daemon/ledger/postgres-settle.ts` calls it and documents the arrays. A changed version gets the next number,
 * because daemons of two versions share a database during an upgrade.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  if (knex.client.config.client !== 'pg') return
  // Wallets are locked first and in ascending order, like in every transaction that changes a balance. While these
  // locks are held, no other transaction changes the budgets and allowances of these users or books anything for them,
  // and every statement in the function sees what was committed before the locks were granted.
  await knex.raw(`CREATE FUNCTION tollgate_settle_1(
    wallet_users BIGINT[], wallet_costs BIGINT[], wallet_freed BIGINT[], wallet_counts BIGINT[],
    budget_tokens BIGINT[], budget_costs BIGINT[], budget_freed BIGINT[], budget_times BIGINT[],
    allowance_ids TEXT[], allowance_users BIGINT[], allowance_tokens BIGINT[], allowance_freed BIGINT[],
    channel_ids BIGINT[], channel_costs BIGINT[],
    stat_users BIGINT[], stat_models TEXT[], stat_hours BIGINT[], stat_requests BIGINT[], stat_costs BIGINT[],
    stat_tokens BIGINT[],
    refs TEXT[], wallets_of BIGINT[], numbers BIGINT[], costs BIGINT[], totals BIGINT[], tokens BIGINT[],
    channels BIGINT[], times BIGINT[], notes TEXT[],
    usernames BIGINT[], log_tokens BIGINT[], token_names BIGINT[], log_channels BIGINT[], group_names BIGINT[],
    models BIGINT[], prompt_tokens BIGINT[], completion_tokens BIGINT[], streams BIGINT[], use_times BIGINT[], ips BIGINT[],
    sources BIGINT[], contents BIGINT[], others TEXT[], explanations TEXT[], names TEXT[]
  ) RETURNS BIGINT[] LANGUAGE plpgsql AS $$
  DECLARE
    balances BIGINT[];
    free BIGINT[];
    last_numbers BIGINT[];
    left_over BIGINT[];
    changed BIGINT;
  BEGIN
    SELECT array_agg(w.balance), array_agg(w.balance - w.held), array_agg(w.last_wseq)
      INTO balances, free, last_numbers
      FROM (SELECT balance, held, last_wseq FROM wallets
        WHERE kind + 0 = 1 AND user_id = ANY (wallet_users) ORDER BY user_id FOR UPDATE) AS w;
    -- What needs judgement is not booked here: NULL says so, and nothing was changed.
    IF cardinality(balances) IS DISTINCT FROM cardinality(wallet_users)
      OR EXISTS (SELECT FROM entries WHERE ref = ANY (refs) AND kind + 0 IN (1, 2, 3, 13))
      OR EXISTS (SELECT FROM holds WHERE id = ANY (refs))
      OR cardinality(budget_tokens) <> (SELECT count(*) FROM token_budgets
        WHERE token_id = ANY (budget_tokens) AND period = 0)
      OR cardinality(allowance_ids) <> (SELECT count(*)
        FROM unnest(allowance_ids, allowance_users, allowance_tokens, allowance_freed) AS v (id, user_id, token_id, freed)
        JOIN holds AS h ON h.id = v.id
        WHERE h.is_allowance + 0 = 1 AND h.user_id = v.user_id AND h.token_id IS NOT DISTINCT FROM v.token_id
          AND h.period_seq IS NULL AND h.amount >= v.freed)
    THEN
      RETURN NULL;
    END IF;

    WITH changed AS (
      UPDATE token_budgets AS b
        SET remain = b.remain - v.cost, held = b.held - v.freed, used = b.used + v.cost,
          accessed_ms = greatest(b.accessed_ms, v.at_ms)
        FROM unnest(budget_tokens, budget_costs, budget_freed, budget_times) AS v (token_id, cost, freed, at_ms)
        WHERE b.token_id = v.token_id AND b.period = 0
        RETURNING b.token_id, CASE b.unlimited WHEN 0 THEN b.remain - b.held + v.cost - v.freed END AS rest)
      SELECT array_agg(rest ORDER BY token_id), count(*) INTO left_over, changed FROM changed;
    IF changed <> cardinality(budget_tokens) THEN
      RAISE EXCEPTION 'a token got a budget for periods at this moment';
    END IF;
    UPDATE holds AS h SET amount = h.amount - v.freed
      FROM unnest(allowance_ids, allowance_freed) AS v (id, freed)
      WHERE h.id = v.id;
    INSERT INTO entries
      (user_id, wallet_kind, wseq, kind, ref, delta, balance_after, token_id, channel_id, at_ms, is_logged, note)
      SELECT wallet_users[v.wallet], 1, last_numbers[v.wallet] + v.number, 1, v.ref, -v.cost,
        balances[v.wallet] - v.total, v.token_id, nullif(v.channel_id, 0), v.at_ms,
        (v.username IS NOT NULL)::int, v.note
      FROM unnest(refs, wallets_of, numbers, costs, totals, tokens, channels, times, usernames, notes)
        AS v (ref, wallet, number, cost, total, token_id, channel_id, at_ms, username, note);
    INSERT INTO usage_logs
      (request_id, at_ms, type, user_id, username, token_id, token_name, channel_id, group_name, model, prompt_tokens,
       completion_tokens, quota, is_stream, use_time_ms, ip, usage_source, content, other, explanation)
      SELECT v.ref, v.at_ms, 2, wallet_users[v.wallet], names[v.username], v.token_id,
        names[v.token_name], v.channel_id, names[v.group_name], names[v.model], v.prompt_tokens, v.completion_tokens,
        v.cost, v.is_stream, v.use_time, names[v.ip], names[v.source], names[v.content], v.other, v.explanation
      FROM unnest(refs, wallets_of, costs, times, usernames, log_tokens, token_names, log_channels, group_names,
          models, prompt_tokens, completion_tokens, streams, use_times, ips, sources, contents, others, explanations)
        AS v (ref, wallet, cost, at_ms, username, token_id, token_name, channel_id, group_name, model,
          prompt_tokens, completion_tokens, is_stream, use_time, ip, source, content, other, explanation)
      WHERE v.username IS NOT NULL;
    INSERT INTO hourly_stats AS s (user_id, model, hour_time, requests, quota, tokens)
      SELECT * FROM unnest(stat_users, stat_models, stat_hours, stat_requests, stat_costs, stat_tokens)
      ON CONFLICT (user_id, model, hour_time) DO UPDATE SET
        requests = s.requests + excluded.requests, quota = s.quota + excluded.quota,
        tokens = s.tokens + excluded.tokens;
    UPDATE wallets AS w
      SET balance = w.balance - v.cost, held = w.held - v.freed, used = w.used + v.cost,
        requests = w.requests + v.number, last_wseq = w.last_wseq + v.number
      FROM unnest(wallet_users, wallet_costs, wallet_freed, wallet_counts) AS v (user_id, cost, freed, number)
      WHERE w.user_id = v.user_id AND w.kind + 0 = 1;
    -- Last, because all users of a channel wait for these rows.
    INSERT INTO channel_counters AS c (channel_id, used)
      SELECT * FROM unnest(channel_ids, channel_costs)
      ON CONFLICT (channel_id) DO UPDATE SET used = c.used + excluded.used;
    RETURN free || left_over;
  END $$`)
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  if (knex.client.config.client === 'pg') await knex.raw('DROP FUNCTION tollgate_settle_1')
}
