"""What leaves the house: what a link shows in a chat, a board on other pages, moving pictures, feeds."""
