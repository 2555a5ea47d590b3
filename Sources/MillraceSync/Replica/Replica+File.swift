import Millrace
import MillraceSupport

// The contents of the file of a replica.
extension Replica {
  /// Puts the contents of the file in place; messages that were sent meanwhile come behind them.
  func restore(_ contents: ReplicaContents) {
    var position: UInt64 = 0
    var writers: [LogWriter: UInt64] = [:]
    if let snapshot = contents.snapshot {
      guard read(snapshot) else { return }
      position = snapshot.position
      writers = Dictionary(snapshot.writers.map { ($0.writer, $0.number) }, uniquingKeysWith: max)
    }
    var rest = contents.confirmed[...]
    while let first = rest.first {
      let run = rest.run(upTo: .max)
      position += 1
      guard let store = stores[ExactText(first.store)] else {
        return machine.hold(.store(first.store, position: position))
      }
      if let hold = store.hold(of: first, at: position) { return machine.hold(hold) }
      // An entry that cannot be decoded was reported when it came.
      store.take(run, mayTakeTurn: false) { _, _ in }
      position += UInt64(run.count - 1)
      writers[first.writer] = run.last?.number
      rest = rest.dropFirst(run.count)
    }
    let tickets = machine.restore(
      position: position, last: contents.confirmed.last, writers: writers, pending: contents.pending,
      sentUpTo: contents.mayHaveBeenSent)
    let earlier = Array(machine.pending.dropFirst(tickets.count).map(\.entry))
    for entry in earlier { keeper?.keep(.pending(entry)) }
    keptRenumberings = machine.renumberings
    var restored: [ExactText: [(ticket: UInt64, message: any Sendable)]] = [:]
    for (entry, ticket) in zip(contents.pending, tickets) {
      let name = ExactText(entry.store)
      guard let store = stores[name] else { return machine.hold(.store(entry.store, position: position)) }
      do {
        restored[name, default: []].append((ticket, try store.decode(entry)))
        places[ticket] = store
      } catch {
        report(
          .unshareable(
            store: entry.store, reason: "it cannot be read from the file: \(CodingReason.text(error))"))
        return machine.hold(.kind("\(entry.kind)", store: entry.store, position: position))
      }
    }
    for (name, messages) in restored { stores[name]?.restore(messages) }
    settle()
  }

  /// Gives the file what has changed in the numbers of the pending entries.
  func keepNumbers() {
    if keptRenumberings == machine.renumberings { return }
    keptRenumberings = machine.renumberings
    keeper?.keep(.allPending(machine.pending.map(\.entry)))
  }
}
