"""Links to rooms in templates of other packages."""

from django import template

from lobby import links

register = template.Library()
register.simple_tag(links.path, name="room_link")
