/**
 * The function that books a batch of plain settlements on PostgreSQL now refills their allowances, so that it does not
 * have to write them. A batch of one charge, the usual one when the site is not busy, has separate statements by key;
 * the server takes a fifth less time for it. The previous function stays for daemons of the previous version.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  if (knex.client.config.client !== 'pg') return
  await knex.raw(`CREATE FUNCTION tollgate_settle_3(
    wallet_users BIGINT[], wallet_costs BIGINT[], wallet_counts BIGINT[],
    budget_tokens BIGINT[], budget_costs BIGINT[], budget_times BIGINT[],
    allowance_ids TEXT[], allowance_wallets BIGINT[], allowance_budgets BIGINT[],
    channel_ids BIGINT[], channel_costs BIGINT[],
    stat_users BIGINT[], stat_models TEXT[], stat_hours BIGINT[], stat_requests BIGINT[], stat_costs BIGINT[],
    stat_tokens BIGINT[],
    refs TEXT[], wallets_of BIGINT[], numbers BIGINT[], costs BIGINT[], totals BIGINT[], tokens BIGINT[],
    channels BIGINT[], times BIGINT[], notes TEXT[],
    usernames BIGINT[], log_tokens BIGINT[], token_names BIGINT[], log_channels BIGINT[], group_names BIGINT[],
    models BIGINT[], prompt_tokens BIGINT[], completion_tokens BIGINT[], streams BIGINT[], use_times BIGINT[], ips BIGINT[],
    sources BIGINT[], contents BIGINT[], others TEXT[], explanations TEXT[], quotes BIGINT[], names TEXT[]
  ) RETURNS BIGINT[] LANGUAGE plpgsql AS $$
  DECLARE
    balances BIGINT[];
    free BIGINT[];
    last_numbers BIGINT[];
    left_over BIGINT[];
    changed BIGINT;
    balance_1 BIGINT;
    free_1 BIGINT;
    last_number_1 BIGINT;
    left_over_1 BIGINT;
  BEGIN
    IF cardinality(refs) = 1 THEN
      SELECT balance, balance - held, last_wseq INTO balance_1, free_1, last_number_1
        FROM wallets WHERE kind + 0 = 1 AND user_id = wallet_users[1] FOR UPDATE;
      -- What needs judgement is not booked here: NULL says so, and nothing was changed.
      IF NOT FOUND
        OR EXISTS (SELECT FROM entries WHERE ref = refs[1] AND kind + 0 IN (1, 2, 3, 13))
        OR EXISTS (SELECT FROM holds WHERE id = refs[1])
        OR NOT EXISTS (SELECT FROM holds AS h
          LEFT JOIN token_budgets AS b ON b.token_id = h.token_id
          WHERE h.id = allowance_ids[1] AND h.is_allowance + 0 = 1 AND h.user_id = wallet_users[1]
            AND h.token_id IS NOT DISTINCT FROM tokens[1] AND h.period_seq IS NULL
            AND free_1 - costs[1] >= 4 * h.amount
            AND (h.token_id IS NULL OR b.period = 0
              AND (b.unlimited = 1 OR b.remain - b.held - costs[1] >= 4 * h.amount)))
      THEN
        RETURN NULL;
      END IF;

      IF tokens[1] IS NOT NULL THEN
        UPDATE token_budgets AS b
          SET remain = b.remain - costs[1], used = b.used + costs[1], accessed_ms = greatest(b.accessed_ms, times[1])
          WHERE b.token_id = tokens[1] AND b.period = 0
          RETURNING CASE b.unlimited WHEN 0 THEN b.remain - b.held + costs[1] END INTO left_over_1;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'a token got a budget for periods at this moment';
        END IF;
      END IF;
      INSERT INTO entries
        (user_id, wallet_kind, wseq, kind, ref, delta, balance_after, token_id, channel_id, at_ms, is_logged, note)
        VALUES (wallet_users[1], 1, last_number_1 + 1, 1, refs[1], -costs[1], balance_1 - costs[1], tokens[1],
          nullif(channels[1], 0), times[1], (usernames[1] IS NOT NULL)::int, notes[1]);
      IF usernames[1] IS NOT NULL THEN
        INSERT INTO usage_logs
          (request_id, at_ms, type, user_id, username, token_id, token_name, channel_id, group_name, model, prompt_tokens,
           completion_tokens, quota, is_stream, use_time_ms, ip, usage_source, content, other, explanation,
           quote_id)
          VALUES (refs[1], times[1], 2, wallet_users[1], names[usernames[1]], log_tokens[1],
            names[token_names[1]], log_channels[1], names[group_names[1]], names[models[1]], prompt_tokens[1],
            completion_tokens[1], costs[1], streams[1], use_times[1], names[ips[1]], names[sources[1]],
            names[contents[1]], others[1], explanations[1], quotes[1]);
      END IF;
      IF cardinality(stat_users) = 1 THEN
        INSERT INTO hourly_stats AS s (user_id, model, hour_time, requests, quota, tokens)
          VALUES (stat_users[1], stat_models[1], stat_hours[1], 1, costs[1], stat_tokens[1])
          ON CONFLICT (user_id, model, hour_time) DO UPDATE SET
            requests = s.requests + 1, quota = s.quota + excluded.quota, tokens = s.tokens + excluded.tokens;
      END IF;
      UPDATE wallets
        SET balance = balance - costs[1], used = used + costs[1], requests = requests + 1,
          last_wseq = last_wseq + 1
        WHERE user_id = wallet_users[1] AND kind + 0 = 1;
      -- Last, because all users of a channel wait for this row.
      IF cardinality(channel_ids) = 1 THEN
        INSERT INTO channel_counters AS c (channel_id, used) VALUES (channel_ids[1], costs[1])
          ON CONFLICT (channel_id) DO UPDATE SET used = c.used + excluded.used;
      END IF;
      RETURN ARRAY[free_1, left_over_1];
    END IF;

    SELECT array_agg(w.balance), array_agg(w.balance - w.held), array_agg(w.last_wseq)
      INTO balances, free, last_numbers
      FROM (SELECT balance, held, last_wseq FROM wallets
        WHERE kind + 0 = 1 AND user_id = ANY (wallet_users) ORDER BY user_id FOR UPDATE) AS w;
    IF cardinality(balances) IS DISTINCT FROM cardinality(wallet_users)
      OR EXISTS (SELECT FROM entries WHERE ref = ANY (refs) AND kind + 0 IN (1, 2, 3, 13))
      OR EXISTS (SELECT FROM holds WHERE id = ANY (refs))
      OR cardinality(allowance_ids) <> (SELECT count(*)
        FROM unnest(allowance_ids, allowance_wallets, allowance_budgets) AS v (id, wallet, budget)
        JOIN holds AS h ON h.id = v.id
        LEFT JOIN token_budgets AS b ON b.token_id = h.token_id
        WHERE h.is_allowance + 0 = 1 AND h.user_id = wallet_users[v.wallet]
          AND h.token_id IS NOT DISTINCT FROM budget_tokens[v.budget] AND h.period_seq IS NULL
          AND free[v.wallet] - wallet_costs[v.wallet] >= 4 * h.amount
          AND (h.token_id IS NULL OR b.period = 0
            AND (b.unlimited = 1 OR b.remain - b.held - budget_costs[v.budget] >= 4 * h.amount)))
    THEN
      RETURN NULL;
    END IF;

    WITH changed AS (
      UPDATE token_budgets AS b
        SET remain = b.remain - v.cost, used = b.used + v.cost, accessed_ms = greatest(b.accessed_ms, v.at_ms)
        FROM unnest(budget_tokens, budget_costs, budget_times) AS v (token_id, cost, at_ms)
        WHERE b.token_id = v.token_id AND b.period = 0
        RETURNING b.token_id, CASE b.unlimited WHEN 0 THEN b.remain - b.held + v.cost END AS rest)
      SELECT array_agg(rest ORDER BY token_id), count(*) INTO left_over, changed FROM changed;
    IF changed <> cardinality(budget_tokens) THEN
      RAISE EXCEPTION 'a token got a budget for periods at this moment';
    END IF;
    INSERT INTO entries
      (user_id, wallet_kind, wseq, kind, ref, delta, balance_after, token_id, channel_id, at_ms, is_logged, note)
      SELECT wallet_users[v.wallet], 1, last_numbers[v.wallet] + v.number, 1, v.ref, -v.cost,
        balances[v.wallet] - v.total, v.token_id, nullif(v.channel_id, 0), v.at_ms,
        (v.username IS NOT NULL)::int, v.note
      FROM unnest(refs, wallets_of, numbers, costs, totals, tokens, channels, times, usernames, notes)
        AS v (ref, wallet, number, cost, total, token_id, channel_id, at_ms, username, note);
    INSERT INTO usage_logs
      (request_id, at_ms, type, user_id, username, token_id, token_name, channel_id, group_name, model, prompt_tokens,
       completion_tokens, quota, is_stream, use_time_ms, ip, usage_source, content, other, explanation,
       quote_id)
      SELECT v.ref, v.at_ms, 2, wallet_users[v.wallet], names[v.username], v.token_id,
        names[v.token_name], v.channel_id, names[v.group_name], names[v.model], v.prompt_tokens, v.completion_tokens,
        v.cost, v.is_stream, v.use_time, names[v.ip], names[v.source], names[v.content], v.other, v.explanation,
        v.quote
      FROM unnest(refs, wallets_of, costs, times, usernames, log_tokens, token_names, log_channels, group_names,
          models, prompt_tokens, completion_tokens, streams, use_times, ips, sources, contents, others, explanations,
          quotes)
        AS v (ref, wallet, cost, at_ms, username, token_id, token_name, channel_id, group_name, model,
          prompt_tokens, completion_tokens, is_stream, use_time, ip, source, content, other, explanation,
          quote)
      WHERE v.username IS NOT NULL;
    INSERT INTO hourly_stats AS s (user_id, model, hour_time, requests, quota, tokens)
      SELECT * FROM unnest(stat_users, stat_models, stat_hours, stat_requests, stat_costs, stat_tokens)
      ON CONFLICT (user_id, model, hour_time) DO UPDATE SET
        requests = s.requests + excluded.requests, quota = s.quota + excluded.quota,
        tokens = s.tokens + excluded.tokens;
    UPDATE wallets AS w
      SET balance = w.balance - v.cost, used = w.used + v.cost, requests = w.requests + v.number,
        last_wseq = w.last_wseq + v.number
      FROM unnest(wallet_users, wallet_costs, wallet_counts) AS v (user_id, cost, number)
      WHERE w.user_id = v.user_id AND w.kind + 0 = 1;
    INSERT INTO channel_counters AS c (channel_id, used)
      SELECT * FROM unnest(channel_ids, channel_costs)
      ON CONFLICT (channel_id) DO UPDATE SET used = c.used + excluded.used;
    RETURN free || left_over;
  END $$`)
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  if (knex.client.config.client === 'pg') await knex.raw('DROP FUNCTION tollgate_settle_3')
}
