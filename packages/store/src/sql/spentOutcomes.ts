/** An attempt to log in with one of these leaves no room for another: the index `login_attempts_refused_once` says it too. */
export const spentOutcomes =
  "outcome is null or outcome in ('invalid_credentials', 'account_locked', 'action_required', 'unanswered')"
