// A file that builds on the kernel needs all of it: `import MillraceToolkit` brings along what `import Millrace` does, and
// the machinery of turns, queues and subscriptions, which an application has no use for.
@_exported public import Millrace
@_exported public import MillraceCore
