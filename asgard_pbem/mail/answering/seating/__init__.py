"""How somebody comes to a table by mail: a first welcome, opening one, joining one, the same one again."""
