public import Millrace

/// The context of one machine's effects: its world, and the kernel's forms of its queues.
@usableFromInline
final class EffectContext<World: Sendable, Queue: EffectQueueProtocol>: Sendable {
  @usableFromInline let world: World
  /// The kernel's queue for each of the machine's; nil for one that starts every effect at once, which needs
  /// no scheduling.
  ///
  /// They are created once, under names of text, which the kernel finds faster than values of any type. There
  /// are so few that a linear search is faster than hashing.
  @usableFromInline let queues: [(queue: Queue, kernel: Millrace.EffectQueue?)]

  @inlinable
  init(_ world: World) {
    self.world = world
    var queues: [(queue: Queue, kernel: Millrace.EffectQueue?)] = []
    var names: Set<String> = []
    for (index, queue) in Queue.allCases.enumerated() {
      var name = "\(queue)"
      // Two cases may have equal descriptions, and are still two queues.
      if !names.insert(name).inserted { name += " \(index)" }
      queues.append((queue, Self.queue(queue, named: Millrace.EffectID(name))))
    }
    self.queues = queues
  }

  @inlinable
  func queue(_ queue: Queue) -> Millrace.EffectQueue? {
    for known in queues where known.queue == queue { return known.kernel }
    // A queue that `allCases` leaves out is identified by its value.
    return Self.queue(queue, named: Millrace.EffectID(queue))
  }

  @inlinable
  static func queue(_ queue: Queue, named name: Millrace.EffectID) -> Millrace.EffectQueue? {
    queue.flattenStrategy == .merge ? nil : Millrace.EffectQueue(name, queue.flattenStrategy)
  }
}
