import Millrace

// Entries, digests and snapshots.
extension Replica {
  func take(_ entries: ArraySlice<LogEntry>, of page: LogPage) {
    // A follower takes each entry in a turn, which tools see; one that is far behind takes them at once.
    let mayTakeTurns = entries.count <= Self.turnLimit
    let before = machine.position
    var ownNumber: UInt64?
    var snapshot: LogSnapshot?
    var latest: (name: ExactText, store: (any SharedStore)?)?
    for entry in entries {
      let position = machine.position + 1
      let name = ExactText(entry.store)
      if latest?.name != name { latest = (name, stores[name]) }
      guard let store = latest?.store else {
        machine.hold(.store(entry.store, position: position))
        break
      }
      if let hold = store.hold(of: entry, at: position) {
        machine.hold(hold)
        break
      }
      guard let origin = machine.take(entry) else { break }
      do {
        try store.take(entry, isOwn: origin != .elsewhere, mayTakeTurn: mayTakeTurns, at: position)
      } catch {
        report(
          .undecodable(
            position: position, store: entry.store, writer: entry.writer, reason: CodingReason.text(error)))
      }
      if case .here(let ticket) = origin {
        places[ticket] = nil
        ownNumber = entry.number
        waiters.confirmed(ticket)
      }
      snapshot = noteDigest(entry) ?? snapshot
      if !machine.isRunning { break }
    }
    machine.finished()
    let taken = Array(entries.prefix(Int(machine.position - before)))
    if !taken.isEmpty {
      unkept.append(.confirmed(taken, after: before, removingPendingUpTo: ownNumber))
      // Behind the entries, which it replaces up to its position.
      if let snapshot { unkept.append(.snapshot(snapshot)) }
    }
    waiters.reached(machine.position, head: page.head)
    settle()
  }

  /// The number of entries in a page that take turns of their own at most: 64.
  static let turnLimit = 64

  /// Brings the stores' states up to date, and begins what was confirmed.
  func settle() {
    if flow.isInTurn || flow.isLent { return home.run { $0.settle() } }
    var isReplaced = false
    for store in sortedStores where store.settle() { isReplaced = true }
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
  /// A journal keeps the durable effects among those that have begun, and the turns that refusals have led to. The
  /// file forgets that their messages were pending only behind it: after a crash in between, the effects begin again,
  /// and the journal knows their keys; and refusals are told again.
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

  func digest() throws -> UInt64 {
    var digest = StateDigest()
    for store in sortedStores { try store.add(to: &digest) }
    return digest.value
  }

  /// Compares and makes digests, and has a snapshot kept where one is due; returns it.
  func noteDigest(_ entry: LogEntry) -> LogSnapshot? {
    if let check = entry.check, let known = checks.digest(at: check.position), known != check.digest {
      machine.stop(.diverged(position: check.position, writer: entry.writer))
      return nil
    }
    let position = machine.position
    func isDue(_ interval: UInt64) -> Bool { interval > 0 && position.isMultiple(of: interval) }
    let isKept = isDue(options.snapshotInterval)
    guard isKept || isDue(options.digestInterval) else { return nil }
    do {
      let digest = try digest()
      checks.note(LogCheck(position: position, digest: digest))
      guard isKept, entry.writer == writer || keeper != nil else { return nil }
      let snapshot = LogSnapshot(
        position: position, digest: digest, states: try sortedStores.map { try $0.encodedState() },
        writers: machine.writers.map { LogWriterNumber(writer: $0.key, number: $0.value) }
          .sorted { $0.writer < $1.writer })
      if entry.writer == writer { link?.keep(snapshot, keeping: options.keptEntries) }
      return snapshot
    } catch {
      let reason = "a shared state cannot be encoded: \(CodingReason.text(error))"
      report(.unshareable(store: entry.store, reason: reason))
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
      let digest = try digest()
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
