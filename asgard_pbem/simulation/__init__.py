"""Complete games of bots, directly or by mail: for trying out and measuring, never part of a game that people play."""
