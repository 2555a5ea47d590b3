// The pure values are part of what an application writes with (optics, flatten strategies, effect tokens), so
// `import Millrace` brings them along.
@_exported public import MillraceCore
