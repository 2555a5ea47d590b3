/// The content of an effect, which the runner carries out and every description of an effect is a view of.
@usableFromInline
package enum EffectContent<Message: Sendable>: Sendable {
  case none
  /// A message that waits behind those already waiting; costs neither a task nor an allocation.
  case message(Message)
  /// Work for a driver.
  case work(EffectWork<Message>)
  // The rest is indirect, so that an effect stays small.
  indirect case merge(EffectList<Message>)
  indirect case sequence(EffectList<Message>)
  indirect case cancel(EffectCancellation)
  /// An effect of a part of the state.
  indirect case within(PartMembership, Effect<Message>)
  /// The end of everything that belongs to the part of this name.
  indirect case leave(EffectID)
  indirect case report(any Error)
  /// A message that the update did not know.
  case unhandled
}

/// The effects that a cancellation ends.
@usableFromInline
package enum EffectCancellation: Sendable {
  case id(EffectID)
  case matching(@Sendable (EffectID) -> Bool)
  /// The effects of parts only.
  case inParts(@Sendable (EffectID) -> Bool)
  case all
}

/// Work that a driver performs.
///
/// A class, because it is passed on often and never changes.
@usableFromInline
package final class EffectWork<Message: Sendable>: Sendable {
  @usableFromInline typealias Operation = @Sendable (Send<Message>) async throws -> Void

  @usableFromInline
  enum Body: Sendable {
    case task(Operation)
    case callback(@Sendable (EffectContinuation<Message>) throws -> Void)
  }

  @usableFromInline package let queue: EffectQueue?
  @usableFromInline package let id: EffectID?
  @usableFromInline package let label: EffectLabel?
  @usableFromInline let body: Body
  @usableFromInline let recover: (@Sendable (any Error) -> Message?)?
  /// True if the work of a shared message begins before the log has the message.
  @usableFromInline let isEarly: Bool
  /// True if a journal permits its beginning, by the event of its own effect.
  @usableFromInline let isDurable: Bool
  /// The cancellations of the work of its send that do not end it.
  @usableFromInline let outlives: WorkCancellations
  /// The message by which the state learns that it was cancelled; nil for none.
  @usableFromInline let notice: CancelNotice<Message>?
  /// The priority of its task; nil for that of the sender's.
  @usableFromInline let priority: TaskPriority?
  /// The limits of its time, for tools that do not run it; nil for none.
  @usableFromInline let limitList: WorkLimits?

  @inlinable
  init(
    queue: EffectQueue?, id: EffectID?, label: EffectLabel?, body: Body,
    recover: (@Sendable (any Error) -> Message?)?, isEarly: Bool = false, isDurable: Bool = false,
    outlives: WorkCancellations = .none, notice: CancelNotice<Message>? = nil,
    priority: TaskPriority? = nil, limits: WorkLimits? = nil
  ) {
    self.queue = queue
    self.id = id
    self.label = label
    self.body = body
    self.recover = recover
    self.isEarly = isEarly
    self.isDurable = isDurable
    self.outlives = outlives
    self.notice = notice
    self.priority = priority
    limitList = limits
  }

  /// The limits of its time, for tools that do not run it.
  package var limits: [WorkLimit] { limitList?.all ?? [] }
  /// The function that turns its error into a message; nil if it has none.
  package var handler: ((any Error) -> Message?)? { recover }

  /// True for work whose function is called at home and may send messages before it returns.
  @inlinable package var isCallback: Bool {
    if case .callback = body { true } else { false }
  }

  /// Returns the same work with other properties.
  @usableFromInline
  func with(
    queue: EffectQueue?? = nil, id: EffectID?? = nil, label: EffectLabel?? = nil, body: Body? = nil,
    recover: (@Sendable (any Error) -> Message?)? = nil, isEarly: Bool? = nil, isDurable: Bool? = nil,
    outlives: WorkCancellations? = nil, notice: CancelNotice<Message>? = nil,
    priority: TaskPriority? = nil, limits: WorkLimits? = nil
  ) -> EffectWork {
    EffectWork(
      queue: queue ?? self.queue, id: id ?? self.id, label: label ?? self.label,
      body: body ?? self.body, recover: recover ?? self.recover, isEarly: isEarly ?? self.isEarly,
      isDurable: isDurable ?? self.isDurable, outlives: outlives ?? self.outlives,
      notice: notice ?? self.notice, priority: priority ?? self.priority,
      limits: limits ?? limitList)
  }
}

/// A limit of the time of an effect's work.
package struct WorkLimit: Hashable, Sendable {
  /// The time of the limit, which its error names.
  package var time: Duration
  /// The time from the beginning of the work to its end by the limit; nil if it may be any.
  package var delay: Duration?
}

/// The limits of the time of an effect's work; a class, so that work without any stays small.
@usableFromInline
final class WorkLimits: Sendable {
  let all: [WorkLimit]

  init(_ all: [WorkLimit]) {
    self.all = all
  }

  /// Returns the limits with one more, which counts from the beginning of the work.
  @usableFromInline
  static func adding(_ time: Duration, to limits: WorkLimits?) -> WorkLimits {
    // A longer limit outside of a shorter one is never met.
    let others = limits?.all ?? []
    if others.contains(where: { $0.delay.map { $0 <= time } ?? false }) { return WorkLimits(others) }
    return WorkLimits(others.filter { $0.delay == nil } + [WorkLimit(time: time, delay: time)])
  }

  /// Returns the limits of work that begins later.
  @usableFromInline
  static func delaying(_ limits: WorkLimits?, by time: Duration) -> WorkLimits? {
    limits.map { limits in
      let pause = max(.zero, time.bounded)
      return WorkLimits(
        limits.all.map { WorkLimit(time: $0.time, delay: $0.delay.map { pause + $0.bounded }) })
    }
  }

  /// Returns the limits of work that is run more than once: they may be met at any time.
  @usableFromInline
  static func repeating(_ limits: WorkLimits?) -> WorkLimits? {
    limits.map { limits in WorkLimits(limits.all.map { WorkLimit(time: $0.time, delay: nil) }) }
  }
}
