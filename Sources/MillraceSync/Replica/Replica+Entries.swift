import Millrace
import MillraceSupport

// Entries, digests and snapshots.
extension Replica {
  func take(_ entries: ArraySlice<LogEntry>, of page: LogPage) {
    // A follower takes each entry in a turn, which tools see; one that is far behind takes them at once.
    let mayTakeTurns = entries.count <= Self.turnLimit
    let (before, link) = (machine.position, links)
    var rest = entries
    var ownNumber: UInt64?
    var snapshot: LogSnapshot?
    var errors: [ReplicaError] = []
    // An observer of a turn may stop the replica, or start it over.
    while !rest.isEmpty, machine.isRunning, links == link {
      let position = machine.position + 1
      var run = rest.run(upTo: mayTakeTurns ? 1 : entriesToDigest)
      // No digest of a position in the run is known, so that what contradicts one does so before it is taken.
      if let last = run.firstIndex(where: { checks.contradict($0.check) }) { run = run[...last] }
      let first = run[run.startIndex]
      guard let store = stores[ExactText(first.store)] else {
        machine.hold(.store(first.store, position: position))
        break
      }
      if let hold = store.hold(of: first, at: position) {
        machine.hold(hold)
        break
      }
      guard let (count, origin) = machine.take(run) else { break }
      let taken = run.prefix(count)
      rest = rest.dropFirst(count)
      if case .here(let ticket) = origin {
        store.takeOwn(first, mayTakeTurn: mayTakeTurns, at: position)
        places[ticket] = nil
        ownNumber = first.number
        waiters.confirmed(ticket)
      } else {
        store.take(taken, mayTakeTurn: mayTakeTurns) { index, error in
          errors.append(
            .undecodable(
              position: position + UInt64(index), store: first.store, writer: first.writer,
              reason: CodingReason.text(error)))
        }
      }
      if links == link, let last = taken.last { snapshot = noteDigest(last) ?? snapshot }
    }
    if links == link { machine.finished() }
    if keeper != nil, machine.position > before {
      let taken = Array(entries.prefix(Int(machine.position - before)))
      unkept.append(.confirmed(taken, after: before, removingPendingUpTo: ownNumber))
      // Behind the entries, which it replaces up to its position.
      if let snapshot { unkept.append(.snapshot(snapshot)) }
    }
    if links == link { waiters.reached(machine.position, head: page.head) }
    settle()
    for error in errors { report(error) }
  }

  /// The number of entries up to the next position that has a digest or a snapshot.
  private var entriesToDigest: Int {
    func distance(_ interval: UInt64) -> UInt64 {
      interval == 0 ? .max : interval - machine.position % interval
    }
    return Int(clamping: min(distance(options.digestInterval), distance(options.snapshotInterval)))
  }

  /// The number of entries in a page that take turns of their own at most: 64.
  static let turnLimit = 64

  /// Brings the stores' states up to date, and begins what was confirmed.
  func settle() {
    if flow.isInTurn || flow.isLent { return home.run { $0.settle() } }
    var isReplaced = false
    flow.replaceTogether {
      for store in sortedStores where store.settle() { isReplaced = true }
    }
    if isReplaced {
      _ = flow.breakHistory("Entries of other places came before messages that were sent here")
    }
    var hasBegun = false
    for store in sortedStores where store.finish() { hasBegun = true }
    keepTaken(isBehindEffects: hasBegun)
    waiters.settle()
    noteStatus()
  }

  /// Gives the file the entries that were taken.
  ///
  /// A journal keeps the durable effects among those that have begun, and the turns that refusals have led
  /// to. The file forgets that their messages were pending only behind it: after a crash in between, the
  /// effects begin again, and the journal knows their keys; and refusals are told again.
  private func keepTaken(isBehindEffects: Bool) {
    let changes = unkept
    unkept = []
    guard let keeper else { return }
    if isBehindEffects, !changes.isEmpty { for wait in flow.keptWaits { keeper.keepBehind(wait) } }
    for change in changes { keeper.keep(change) }
    keepNumbers()
  }

  var sortedStores: [any SharedStore] {
    stores.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  // MARK: Digests and snapshots

  func encodedStates() throws(ReplicaError) -> [LogState] {
    try sortedStores.map { store throws(ReplicaError) in
      do { return try store.encodedState() } catch {
        let flaw =
          "its state cannot be encoded, so there are no digests and snapshots: \(CodingReason.text(error))"
        throw .schema(store: store.name, flaws: [flaw])
      }
    }
  }

  /// Compares and makes digests, and has a snapshot kept where one is due; returns it.
  func noteDigest(_ entry: LogEntry) -> LogSnapshot? {
    if let check = entry.check, checks.contradict(check) {
      machine.stop(.diverged(position: check.position, writer: entry.writer))
      return nil
    }
    let position = machine.position
    func isDue(_ interval: UInt64) -> Bool { interval > 0 && position.isMultiple(of: interval) }
    let isKept = isDue(options.snapshotInterval)
    guard isKept || isDue(options.digestInterval) else { return nil }
    do throws(ReplicaError) {
      let states = try encodedStates()
      let digest = StateDigest(states).value
      checks.note(LogCheck(position: position, digest: digest))
      guard isKept, entry.writer == writer || keeper != nil else { return nil }
      let snapshot = LogSnapshot(
        position: position, digest: digest, states: states,
        writers: machine.writers.map { LogWriterNumber(writer: $0.key, number: $0.value) }
          .sorted { $0.writer < $1.writer })
      if entry.writer == writer { link?.keep(snapshot, keeping: options.keptEntries) }
      return snapshot
    } catch {
      report(error)
      return nil
    }
  }

  func begin(with snapshot: LogSnapshot) {
    guard read(snapshot) else { return }
    keeper?.keep(.snapshot(snapshot))
    for ticket in machine.start(from: snapshot) {
      let store = self.places.removeValue(forKey: ticket)
      store?.drop(ticket, reason: nil, at: snapshot.position)
      let error = ReplicaError.confirmedUnseen(store: store?.name ?? "")
      if !waiters.end(ticket: ticket, error) { report(error) }
      waiters.confirmed(ticket)
    }
    keeper?.keep(.allPending(machine.pending.map(\.entry)))
    keptRenumberings = machine.renumberings
    settle()
  }

  /// Puts the states of a snapshot in place; returns false, with the machine stopped, if they cannot be read.
  func read(_ snapshot: LogSnapshot) -> Bool {
    var places: [() -> Void] = []
    do {
      for state in snapshot.states {
        guard let store = stores[ExactText(state.store)] else {
          machine.hold(.store(state.store, position: snapshot.position))
          return false
        }
        if let hold = store.hold(of: state, at: snapshot.position) {
          machine.hold(hold)
          return false
        }
        places.append(try store.reading(state, at: snapshot.position))
      }
      // A store that the snapshot does not have yet begins with its first state.
      for store in stores.values { store.startOver() }
      for place in places { place() }
      let digest = StateDigest(try encodedStates()).value
      // The digest of states that were read from older kinds is another one.
      if snapshot.states.count == stores.count, digest != snapshot.digest, isOfPresentKinds(snapshot) {
        machine.stop(.diverged(position: snapshot.position, writer: nil))
        return false
      }
      checks.note(LogCheck(position: snapshot.position, digest: digest))
      return true
    } catch {
      machine.stop(.unreadableSnapshot(position: snapshot.position, reason: CodingReason.text(error)))
      return false
    }
  }

  func isOfPresentKinds(_ snapshot: LogSnapshot) -> Bool {
    snapshot.states.allSatisfy { state in stores[ExactText(state.store)]?.isPresent(state.kind) ?? false }
  }
}
