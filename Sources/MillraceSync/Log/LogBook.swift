/// The contents of a log as a value: the meaning of every operation of ``SharedLog``, without waiting or
/// faults.
package struct LogBook: Hashable, Sendable {
  package let name: String
  /// The position of the first entry that is there.
  package private(set) var first: UInt64 = 1
  package private(set) var entries: [LogEntry] = []
  package private(set) var writers: [LogWriter: UInt64] = [:]
  package private(set) var snapshot: LogSnapshot?

  package init(name: String) { self.name = name }

  package var head: UInt64 { first - 1 + UInt64(entries.count) }

  package mutating func append(_ new: [LogEntry], after position: UInt64) throws(SharedLogError) -> LogPage {
    try checkPosition(position)
    var numbers: [LogWriter: UInt64] = [:]
    var added: [LogEntry] = []
    for entry in new {
      if let flaw = entry.flaw { throw .malformed(log: name, reason: flaw) }
      let last = numbers[entry.writer] ?? writers[entry.writer] ?? 0
      if entry.number <= last {
        let isSame = { (other: LogEntry) in other.number == entry.number && other.writer == entry.writer }
        if let same = added.last(where: isSame) ?? entries.last(where: isSame), same != entry {
          throw .forged(log: name, writer: entry.writer, number: entry.number)
        }
        continue
      }
      if entry.number != last + 1 {
        throw .gap(log: name, writer: entry.writer, expected: last + 1, found: entry.number)
      }
      numbers[entry.writer] = entry.number
      added.append(entry)
    }
    entries += added
    writers.merge(numbers) { $1 }
    return page(after: position, limit: .max)
  }

  package func read(after position: UInt64, limit: Int) throws(SharedLogError) -> LogPage {
    try checkPosition(position)
    return page(after: position, limit: limit)
  }

  package func checkPosition(_ position: UInt64) throws(SharedLogError) {
    if position > head { throw .wentBack(log: name, head: head, known: position) }
    if position < first - 1 { throw .compacted(log: name, after: position, first: first) }
  }

  private func page(after position: UInt64, limit: Int) -> LogPage {
    let rest = entries[Int(position - (first - 1))...]
    let count = LogPage.fitting(rest.lazy.map(\.size), limit: limit)
    return LogPage(after: position, entries: Array(rest.prefix(count)), head: head)
  }

  package mutating func keep(_ snapshot: LogSnapshot, keeping count: Int) throws(SharedLogError) {
    if snapshot.position > head { throw .wentBack(log: name, head: head, known: snapshot.position) }
    if let old = self.snapshot, old.position >= snapshot.position { return }
    if snapshot.position == 0 { throw .malformed(log: name, reason: "a snapshot is at position 0") }
    self.snapshot = snapshot
    let kept = UInt64(max(count, 1))
    guard snapshot.position > kept, snapshot.position - kept >= first else { return }
    let last = snapshot.position - kept
    entries.removeFirst(Int(last - (first - 1)))
    first = last + 1
  }

  /// Removes the entries after a position, as a restored backup does.
  ///
  /// A log whose first entries were removed goes back to its snapshot at the earliest: without the entries
  /// before it and without it, no replica could start.
  package mutating func goBack(to position: UInt64) {
    let position = first > 1 ? max(position, snapshot?.position ?? 0) : position
    guard position < head else { return }
    while head > position, let entry = entries.popLast() { writers[entry.writer] = entry.number - 1 }
    if let snapshot, snapshot.position > head { self.snapshot = nil }
  }
}
