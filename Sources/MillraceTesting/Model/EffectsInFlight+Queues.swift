import Millrace
import MillraceCore

/// The moves of effects, by the rules of their queues.
extension EffectsInFlight {
  // MARK: Requests

  mutating func request<Message>(
    _ kind: Int32, in sequence: Int32, _ catalog: EffectCatalog<Message>, _ events: inout [Event]
  ) {
    let serial = nextSerial()
    let queue = catalog.kinds[Int(kind)].queue
    entries.append(Entry(serial: serial, kind: kind, queue: queue, phase: .waiting, sequence: sequence))
    enter(sequence)
    if queue < 0 { return start(serial, catalog, &events) }
    if !busyQueues.contains(where: { $0.queue == queue }) {
      busyQueues.append(BusyQueue(queue: queue, ruler: kind))
    }
    if case .newest(let max) = policy(of: queue, catalog).strategy, max > 1 {
      entries[entries.count - 1].isOrdered = true
    }
    follow(.requested, of: serial, in: queue, catalog, &events)
  }

  /// Asks the rule of a queue for its answer to an event, and carries it out.
  private mutating func follow<Message>(
    _ event: QueuePolicy.Event, of new: Int32? = nil, in queue: Int32, _ catalog: EffectCatalog<Message>,
    _ events: inout [Event]
  ) {
    let others = entries.filter { $0.queue == queue && $0.serial != new }
    let oldest = others.first { $0.phase == .waiting }?.serial
    let waiting = others.count { $0.phase == .waiting }
    let answer = policy(of: queue, catalog).answer(
      to: event, places: others.count - waiting, waiting: waiting, isTimed: clock.contains(.queue(queue)))
    if let reason = answer.dropsOldest, let oldest { drop(oldest, reason, &events) }
    if answer.cancelsRunning, let running = others.first(where: { $0.phase == .running }) {
      stop(running.serial, catalog, &events)
    }
    switch answer.effect {
    case .unchanged: break
    case .starts: if let serial = new ?? oldest { start(serial, catalog, &events) }
    case .waits: if let new, let place = place(of: new) { events.append(.waiting(entries[place].kind)) }
    case .dropped(let reason): if let new { drop(new, reason, &events) }
    }
    switch answer.time {
    case .unchanged: break
    case .stops: clock.remove(.queue(queue))
    case .starts(let time):
      clock.remove(.queue(queue))
      clock.add(.queue(queue), after: time)
    }
    closeIfEmpty(queue)
  }

  private mutating func start<Message>(
    _ serial: Int32, _ catalog: EffectCatalog<Message>, _ events: inout [Event]
  ) {
    guard let place = place(of: serial) else { return }
    entries[place].phase = .running
    events.append(.started(entries[place].kind))
    arm(serial, catalog)
    if catalog.kinds[Int(entries[place].kind)].sendsAtOnce { beginning.append(serial) }
  }

  /// Starts the delays of an effect's answers; a limit of its time counts from its beginning alone.
  mutating func arm<Message>(_ serial: Int32, _ catalog: EffectCatalog<Message>, again: Bool = false) {
    guard let place = place(of: serial) else { return }
    let kind = catalog.kinds[Int(entries[place].kind)]
    let answers = kind.answers ?? []
    for (alternative, answer) in (again ? answers.prefix(kind.firstLimit) : answers[...]).enumerated() {
      guard let delay = answer.delay else { continue }
      clock.add(.answer(effect: serial, alternative: Int32(alternative)), after: delay)
    }
  }

  /// Lets an effect begin with one of its answers, or cuts the one short that it has begun with.
  mutating func choose<Message>(_ alternative: Int32, at place: Int, _ catalog: EffectCatalog<Message>) {
    let (serial, kind) = (entries[place].serial, catalog.kinds[Int(entries[place].kind)])
    clock.reach(.answer(effect: serial, alternative: alternative))
    let isLimit = Int(alternative) >= kind.firstLimit
    for other in (kind.answers ?? []).indices where isLimit || other < kind.firstLimit {
      clock.remove(.answer(effect: serial, alternative: Int32(other)))
    }
    entries[place].alternative = alternative
    entries[place].sent = 0
  }

  // MARK: Ends

  /// Records that the body of an effect has ended.
  mutating func finish<Message>(
    _ serial: Int32, _ catalog: EffectCatalog<Message>, _ events: inout [Event]
  ) {
    guard let place = place(of: serial), entries[place].phase != .waiting else { return }
    let queue = entries[place].queue
    forget(serial)
    let isFollowed = entries.contains { $0.queue == queue && $0.phase == .waiting }
    if isFollowed { follow(.finished, in: queue, catalog, &events) } else { closeIfEmpty(queue) }
  }

  /// Records that the delay of a queue has passed.
  mutating func timeIsOver<Message>(
    of queue: Int32, _ catalog: EffectCatalog<Message>, _ events: inout [Event]
  ) {
    clock.reach(.queue(queue))
    follow(.timeIsOver, in: queue, catalog, &events)
  }

  /// Cancels the running and waiting effects that satisfy a predicate.
  mutating func cancel<Message>(
    _ catalog: EffectCatalog<Message>, _ events: inout [Event],
    where isWanted: (ModelContext, EffectID?) -> Bool
  ) {
    for entry in entries where entry.phase != .stopping {
      let kind = catalog.kinds[Int(entry.kind)]
      guard isWanted(kind.context, kind.effect.id) else { continue }
      if entry.phase == .running {
        stop(entry.serial, catalog, &events)
        closeIfEmpty(entry.queue)
      } else {
        events.append(.cancelled(entry.kind))
        forget(entry.serial)
        follow(.cancelled, in: entry.queue, catalog, &events)
      }
    }
  }

  private mutating func stop<Message>(
    _ serial: Int32, _ catalog: EffectCatalog<Message>, _ events: inout [Event]
  ) {
    guard let place = place(of: serial) else { return }
    let entry = entries[place]
    events.append(.cancelled(entry.kind))
    if policy(of: entry.queue, catalog).strategy.limit == nil { return forget(serial) }
    leave(entry.sequence)
    clock.remove(effect: serial)
    entries[place].phase = .stopping
    entries[place].sequence = -1
    entries[place].alternative = -1
    entries[place].sent = 0
  }

  private mutating func drop(_ serial: Int32, _ reason: EffectDropReason, _ events: inout [Event]) {
    guard let place = place(of: serial) else { return }
    events.append(.dropped(entries[place].kind, reason))
    forget(serial)
  }

  private mutating func forget(_ serial: Int32) {
    guard let place = place(of: serial) else { return }
    leave(entries[place].sequence)
    clock.remove(effect: serial)
    entries.remove(at: place)
  }

  /// Returns true when a running effect has sent its last message, and something waits for its end.
  ///
  /// A body's end comes to the store behind its last message, and another message may come in between.
  func hasSaidAll<Message>(_ entry: Entry, _ catalog: EffectCatalog<Message>) -> Bool {
    guard entry.phase == .running, entry.alternative >= 0, entry.sent > 0,
      let answer = catalog.kinds[Int(entry.kind)].answers?[Int(entry.alternative)],
      answer.ending == .ends, entry.sent >= answer.messages.count
    else { return false }
    return entry.sequence >= 0 || entry.queue >= 0 && policy(of: entry.queue, catalog).strategy.seesEnds
  }

  // MARK: Queues and sequences

  private func policy<Message>(of queue: Int32, _ catalog: EffectCatalog<Message>) -> QueuePolicy {
    let ruler = busyQueues.first { $0.queue == queue }?.ruler
    return ruler.flatMap { catalog.kinds[Int($0)].effect.queue?.policy } ?? QueuePolicy(.merge)
  }

  private mutating func closeIfEmpty(_ queue: Int32) {
    guard !entries.contains(where: { $0.queue == queue }), !clock.contains(.queue(queue)) else { return }
    busyQueues.removeAll { $0.queue == queue }
  }

  /// Adds an effect to the current step of a sequence.
  mutating func enter(_ sequence: Int32) {
    guard let place = sequences.firstIndex(where: { $0.serial == sequence }) else { return }
    sequences[place].outstanding += 1
  }

  /// Returns true when steps follow in a sequence, or in one around it.
  func hasMoreSteps<Message>(_ sequence: Int32, _ catalog: EffectCatalog<Message>) -> Bool {
    guard let sequence = sequences.first(where: { $0.serial == sequence }) else { return false }
    return Int(sequence.next) < catalog.programs[Int(sequence.program)].count
      || hasMoreSteps(sequence.parent, catalog)
  }

  /// Records that an effect of the current step has ended.
  mutating func leave(_ sequence: Int32) {
    guard let place = sequences.firstIndex(where: { $0.serial == sequence }) else { return }
    sequences[place].outstanding -= 1
  }
}

extension FlattenStrategy {
  /// True if a running effect keeps others from starting until it has ended, or counts among those that do.
  fileprivate var seesEnds: Bool {
    switch self {
    case .concat, .concurrent, .exhaust, .newest, .oldest: true
    case .merge, .latest, .debounce, .throttle, .spaced: false
    }
  }
}
