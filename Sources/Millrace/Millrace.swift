@_exported public import MillraceOptics

// `import Millrace` includes the parts of the core that an application uses; `import MillraceToolkit` adds
// the machinery of turns and queues, for a dialect or a driver.
@_exported public import enum MillraceCore.EffectDropReason
@_exported public import struct MillraceCore.EffectToken
@_exported public import enum MillraceCore.FlattenStrategy
@_exported public import struct MillraceCore.QueuePolicy
