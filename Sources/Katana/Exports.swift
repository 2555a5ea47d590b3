@_exported public import MillraceOptics

// `import Katana` also gives an application the kernel's names that it needs, all but the two that the
// dialect defines itself: `Store` and `Subscription`. A file that also imports Millrace writes `Katana.Store`
// and `Katana.Subscription`.
@_exported public import enum Millrace.BoundedSend
@_exported public import enum Millrace.Cause
@_exported public import protocol Millrace.ChangeStamped
@_exported public import struct Millrace.DateSource
@_exported public import class Millrace.Derived
@_exported public import protocol Millrace.Driver
@_exported public import struct Millrace.DriverHandle
@_exported public import struct Millrace.DriverJob
@_exported public import struct Millrace.Effect
@_exported public import class Millrace.EffectContinuation
@_exported public import struct Millrace.EffectEvent
@_exported public import struct Millrace.EffectID
@_exported public import struct Millrace.EffectLabel
@_exported public import enum Millrace.EffectOutline
@_exported public import struct Millrace.EffectQueue
@_exported public import class Millrace.Flow
@_exported public import enum Millrace.FlowError
@_exported public import class Millrace.FlowLock
@_exported public import enum Millrace.GateVerdict
@_exported public import struct Millrace.Identifier
@_exported public import struct Millrace.IdentifierSource
@_exported public import struct Millrace.InvalidInterval
@_exported public import struct Millrace.LiveDriver
@_exported public import enum Millrace.MissedTicks
@_exported public import class Millrace.ObservationToken
@_exported public import struct Millrace.Passage
@_exported public import struct Millrace.RandomSource
@_exported public import struct Millrace.RecordSchema
@_exported public import struct Millrace.Recordable
@_exported public import struct Millrace.RowTable
@_exported public import class Millrace.Scope
@_exported public import struct Millrace.Send
@_exported public import struct Millrace.Sender
@_exported public import struct Millrace.SentWork
@_exported public import struct Millrace.StoreEnvironment
@_exported public import protocol Millrace.StoreEnvironmentKey
@_exported public import struct Millrace.TableChange
@_exported public import enum Millrace.TableChanges
@_exported public import struct Millrace.TapDetail
@_exported public import struct Millrace.Timestamp
@_exported public import struct Millrace.TurnRecord
@_exported public import struct MillraceCore.EffectToken
@_exported public import enum MillraceCore.FlattenStrategy
@_exported public import struct MillraceCore.QueuePolicy

// Declared once more: where a module exports single names of another one, as this one of Millrace, the
// compiler does not find the operators that are exported with it.
infix operator >>> : OpticCompositionPrecedence
