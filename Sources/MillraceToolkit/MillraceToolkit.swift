// A file that builds on the kernel needs all of it. `import MillraceToolkit` includes `import Millrace` and
// adds the machinery of turns, queues and subscriptions, which an application does not use.
@_exported public import Millrace
@_exported public import MillraceCore
