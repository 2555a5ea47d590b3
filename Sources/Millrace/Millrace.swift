@_exported public import MillraceOptics

// The values of the core that an application writes with come along with `import Millrace`; the machinery of turns and
// queues, which a dialect or a driver is made of, comes with `import MillraceToolkit`.
@_exported public import enum MillraceCore.EffectDropReason
@_exported public import struct MillraceCore.EffectToken
@_exported public import enum MillraceCore.FlattenStrategy
@_exported public import struct MillraceCore.QueuePolicy
