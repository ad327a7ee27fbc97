"""Django's own template language, made into Python functions once, instead of walked node by node each time.

Pages are rendered once and then changed by fragments, a thousand times as often. So what is rendered without a request,
which is all that goes over sockets, runs compiled: `backend` is what the settings name, `compiler` makes the source of
a function from the nodes of a template, `values` is what such functions call. A template with a node that the compiler
does not know is rendered by Django as always; both give the same text, byte for byte.
"""
