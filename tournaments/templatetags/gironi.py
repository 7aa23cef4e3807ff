"""The classifica cut into its gironi."""

from django import template

from tournaments.telling_gironi import gironi_of

register = template.Library()
register.filter("gironi", gironi_of)
