import Millrace

/// The rules by which effects start, wait, are cancelled and are dropped.
extension EffectsInFlight {
  // MARK: Requests

  mutating func request<Message>(
    _ kind: Int32, in sequence: Int32, _ catalog: EffectCatalog<Message>, _ events: inout [Event]
  ) {
    let serial = nextSerial()
    let queue = catalog.kinds[Int(kind)].queue
    entries.append(Entry(serial: serial, kind: kind, queue: queue, phase: .waiting, sequence: sequence))
    enter(sequence)
    guard queue >= 0 else {
      start(serial, catalog, &events)
      return
    }
    if !lanes.contains(where: { $0.queue == queue }) { lanes.append(Lane(queue: queue, ruler: kind)) }
    admit(serial, kind, to: queue, catalog, &events)
    closeIfEmpty(queue)
  }

  private mutating func admit<Message>(
    _ serial: Int32, _ kind: Int32, to queue: Int32, _ catalog: EffectCatalog<Message>,
    _ events: inout [Event]
  ) {
    let policy = policy(of: queue, catalog)
    let first = entries.first { $0.queue == queue && $0.phase == .waiting && $0.serial != serial }
    let running = entries.first { $0.queue == queue && $0.phase == .running }
    switch policy.strategy {
    case .merge:
      start(serial, catalog, &events)
    case .concat, .concurrent:
      let places = entries.count { $0.queue == queue && $0.phase != .waiting }
      if places < policy.strategy.places {
        start(serial, catalog, &events)
        return
      }
      let waiting = entries.count { $0.queue == queue && $0.phase == .waiting && $0.serial != serial }
      if let capacity = policy.capacity, waiting >= capacity {
        guard policy.overflow == .dropOldest, let first else {
          drop(serial, .full, &events)
          return
        }
        drop(first.serial, .full, &events)
      }
      events.append(.waiting(kind))
    case .latest:
      if let running { stop(running.serial, catalog, &events) }
      start(serial, catalog, &events)
    case .exhaust:
      if running == nil { start(serial, catalog, &events) } else { drop(serial, .busy, &events) }
    case .debounce(let time, let cancelsRunning):
      if let first { drop(first.serial, .replaced, &events) }
      if cancelsRunning, let running { stop(running.serial, catalog, &events) }
      events.append(.waiting(kind))
      clock.remove(.queue(queue))
      clock.add(.queue(queue), after: time)
    case .throttle(let time, let keepsLatest):
      if !clock.contains(.queue(queue)) {
        start(serial, catalog, &events)
        clock.add(.queue(queue), after: time)
      } else if let first, keepsLatest {
        drop(first.serial, .replaced, &events)
        events.append(.waiting(kind))
      } else if first != nil {
        drop(serial, .busy, &events)
      } else {
        events.append(.waiting(kind))
      }
    }
  }

  private mutating func start<Message>(
    _ serial: Int32, _ catalog: EffectCatalog<Message>, _ events: inout [Event]
  ) {
    guard let place = place(of: serial) else { return }
    entries[place].phase = .running
    events.append(.started(entries[place].kind))
    arm(serial, catalog)
  }

  /// Starts the delays of an effect's answers.
  mutating func arm<Message>(_ serial: Int32, _ catalog: EffectCatalog<Message>) {
    guard let place = place(of: serial) else { return }
    for (alternative, answer) in (catalog.kinds[Int(entries[place].kind)].answers ?? []).enumerated() {
      guard let delay = answer.delay else { continue }
      clock.add(.answer(effect: serial, alternative: Int32(alternative)), after: delay)
    }
  }

  // MARK: Ends

  /// Records that the body of an effect has ended.
  mutating func finish<Message>(
    _ serial: Int32, _ catalog: EffectCatalog<Message>, _ events: inout [Event]
  ) {
    guard let place = place(of: serial), entries[place].phase != .waiting else { return }
    let queue = entries[place].queue
    forget(serial)
    guard queue >= 0 else { return }
    if policy(of: queue, catalog).strategy.places < Int.max,
      let next = entries.first(where: { $0.queue == queue && $0.phase == .waiting })
    {
      start(next.serial, catalog, &events)
    }
    closeIfEmpty(queue)
  }

  /// Records that the delay of a queue has passed.
  mutating func timeIsOver<Message>(
    of queue: Int32, _ catalog: EffectCatalog<Message>, _ events: inout [Event]
  ) {
    clock.reach(.queue(queue))
    if let next = entries.first(where: { $0.queue == queue && $0.phase == .waiting }) {
      if case .throttle(let time, _) = policy(of: queue, catalog).strategy {
        start(next.serial, catalog, &events)
        clock.add(.queue(queue), after: time)
      } else {
        let running = entries.first { $0.queue == queue && $0.phase == .running }
        if let running { stop(running.serial, catalog, &events) }
        start(next.serial, catalog, &events)
      }
    }
    closeIfEmpty(queue)
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
      } else {
        events.append(.cancelled(entry.kind))
        forget(entry.serial)
        if case .debounce = policy(of: entry.queue, catalog).strategy { clock.remove(.queue(entry.queue)) }
      }
      closeIfEmpty(entry.queue)
    }
  }

  private mutating func stop<Message>(
    _ serial: Int32, _ catalog: EffectCatalog<Message>, _ events: inout [Event]
  ) {
    guard let place = place(of: serial) else { return }
    let entry = entries[place]
    events.append(.cancelled(entry.kind))
    guard entry.queue >= 0, policy(of: entry.queue, catalog).strategy.places < Int.max else {
      forget(serial)
      return
    }
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

  // MARK: Queues and sequences

  private func policy<Message>(of queue: Int32, _ catalog: EffectCatalog<Message>) -> QueuePolicy {
    lanes.first { $0.queue == queue }.map { policy(of: $0, catalog) } ?? QueuePolicy(.merge)
  }

  private mutating func closeIfEmpty(_ queue: Int32) {
    guard !entries.contains(where: { $0.queue == queue }), !clock.contains(.queue(queue)) else { return }
    lanes.removeAll { $0.queue == queue }
  }

  /// Adds an effect to the current step of a sequence.
  mutating func enter(_ sequence: Int32) {
    guard let place = sequences.firstIndex(where: { $0.serial == sequence }) else { return }
    sequences[place].outstanding += 1
  }

  /// Records that an effect of the current step has ended.
  mutating func leave(_ sequence: Int32) {
    guard let place = sequences.firstIndex(where: { $0.serial == sequence }) else { return }
    sequences[place].outstanding -= 1
  }
}

extension FlattenStrategy {
  /// The number of effects that may run at a time in a queue; without bound for queues in which none waits.
  fileprivate var places: Int {
    switch self {
    case .concat: 1
    case .concurrent(let max): max
    case .merge, .latest, .exhaust, .debounce, .throttle: Int.max
    }
  }
}
