public import Millrace

/// What the effects of one machine find: its world, and its queues as the kernel knows them.
@usableFromInline
final class Surroundings<World: Sendable, Queue: EffectQueueProtocol>: Sendable {
  @usableFromInline let world: World
  /// The kernel's queue for each of the machine's; nil for one in which everything starts at once, because then
  /// nobody has to be asked.
  ///
  /// They are made once, under names of text, which the kernel finds faster than values of any type. There are so few
  /// that to look for one is quicker than to hash it.
  @usableFromInline let queues: [(queue: Queue, kernel: Millrace.EffectQueue?)]

  @inlinable
  init(_ world: World) {
    self.world = world
    var queues: [(queue: Queue, kernel: Millrace.EffectQueue?)] = []
    var names: Set<String> = []
    for (index, queue) in Queue.allCases.enumerated() {
      var name = "\(queue)"
      // Two cases may describe themselves in the same words, and are two queues all the same.
      if !names.insert(name).inserted { name += " \(index)" }
      queues.append((queue, Self.queue(queue, named: Millrace.EffectID(name))))
    }
    self.queues = queues
  }

  @inlinable
  func queue(_ queue: Queue) -> Millrace.EffectQueue? {
    for known in queues where known.queue == queue { return known.kernel }
    // One that `allCases` leaves out is known by its value.
    return Self.queue(queue, named: Millrace.EffectID(queue))
  }

  @inlinable
  static func queue(_ queue: Queue, named name: Millrace.EffectID) -> Millrace.EffectQueue? {
    queue.flattenStrategy == .merge ? nil : Millrace.EffectQueue(name, queue.flattenStrategy)
  }
}
