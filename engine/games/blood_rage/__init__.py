"""Blood Rage: two to four clans draft, pillage and die gloriously while Ragnarok takes the world."""
