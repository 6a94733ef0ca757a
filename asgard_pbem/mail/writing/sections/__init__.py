"""Parts of a letter that stand by themselves: what was asked for, counsel, help, rules, what was not read."""
