"""What the head of a page says to those who only read heads: search engines, chats, feed readers."""

from __future__ import annotations

from django import template
from django.template.base import Parser, Token
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.safestring import SafeString, mark_safe

from asgard_pbem.web.sharing import links

register = template.Library()


@register.filter
def absolute(path: str) -> str:
    """An address of ours with scheme and host."""
    return links.absolute(path)


class Again(template.Node):
    """A block of the page once more; Django's own tag may name a block but once."""

    def __init__(self, name: str) -> None:
        self.name = name

    def render(self, context: template.Context) -> SafeString:
        """What the block holds; nothing where the page has none of that name."""
        blocks = context.render_context.get(BLOCK_CONTEXT_KEY)
        block = blocks.get_block(self.name) if blocks is not None else None
        return mark_safe("") if block is None else block.nodelist.render(context)


@register.tag
def again(parser: Parser, token: Token) -> Again:
    """`{% again title %}`."""
    _tag, name = token.split_contents()
    return Again(name)
