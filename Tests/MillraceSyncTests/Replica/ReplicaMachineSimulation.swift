import Millrace
import Testing

@testable import MillraceSync
@testable import MillraceSyncTesting

/// Replicas of one list of numbers and a log, with partitions, delays, lost and doubled answers, crashes,
/// compactions and every interleaving that a seed leads to.
struct ReplicaMachineSimulation {
  /// One place: a machine, the confirmed numbers, and what its user has sent.
  struct Place {
    var machine: ReplicaMachine
    var confirmed: [UInt8] = []
    /// The messages that were sent here, in order, by ticket.
    var sent: [(ticket: UInt64, message: UInt8)] = []
    /// The effects that have begun here.
    var effects: [UInt8] = []
    /// The request in progress, and the answer on its way.
    var request: ReplicaMachine.Request?
    var answer: Answer?
    var isCutOff = false
    /// The contents of a file, which survive a crash.
    var disk: (position: UInt64, last: LogEntry?, confirmed: [UInt8], writers: [LogWriter: UInt64])

    /// The messages that the user sees: confirmed, then pending.
    var view: [UInt8] { confirmed + machine.pending.map { $0.entry.message[0] } }
  }

  enum Answer {
    case page(LogPage)
    case snapshot(LogSnapshot?)
    case failure(SharedLogError)
  }

  var random: SeededRandom
  var book = LogBook(name: "log")
  var places: [Place]
  var nextMessage: UInt8 = 1
  /// All messages in the order of the log, which never changes.
  var order: [UInt8] = []
  var flaw: String?

  init(seed: UInt64, count: Int) throws {
    random = SeededRandom(seed)
    places = try (0..<count).map { index in
      Place(
        machine: ReplicaMachine(log: "log", writer: try LogWriter("writer \(index)")),
        disk: (0, nil, [], [:]))
    }
  }

  // MARK: Steps

  mutating func step() {
    let index = Int.random(in: places.indices, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<14: send(index)
    case 14..<40: ask(index)
    case 40..<62: reachLog(index)
    case 62..<86: deliver(index)
    case 86..<90: places[index].isCutOff.toggle()
    case 90..<93: crash(index)
    case 93..<96: compact()
    default: places[index].machine.news()
    }
    check(index)
  }

  /// Connects all, and goes on until nothing is left to do.
  mutating func settle() {
    for index in places.indices { places[index].isCutOff = false }
    for _ in 0..<400 where !isSettled {
      for index in places.indices {
        places[index].machine.retryIsDue()
        places[index].machine.news()
        ask(index)
        reachLog(index)
        deliver(index)
        check(index)
      }
    }
  }

  /// True if every place has everything and nothing is in progress.
  private var isSettled: Bool {
    places.allSatisfy {
      $0.request == nil && $0.machine.pending.isEmpty && $0.machine.position == book.head
    }
  }

  private mutating func send(_ index: Int) {
    guard nextMessage < 250 else { return }
    let message = nextMessage
    nextMessage += 1
    let writer = places[index].machine.writer
    let (_, ticket) = places[index].machine.add { number in
      LogEntry(
        writer: writer, number: number, store: "list", kind: SchemaKind(name: "number", version: 1), rules: 1,
        time: 0, message: [message])
    }
    places[index].sent.append((ticket, message))
  }

  private mutating func ask(_ index: Int) {
    places[index].machine.retryIsDue()
    guard places[index].request == nil, let request = places[index].machine.nextRequest() else { return }
    places[index].request = request
    places[index].answer = nil
  }

  /// Lets a request reach the log, perhaps once more than once.
  private mutating func reachLog(_ index: Int) {
    guard let request = places[index].request, !places[index].isCutOff else { return }
    if places[index].answer != nil, Int.random(in: 0..<4, using: &random) > 0 { return }
    do throws(SharedLogError) {
      switch request {
      case .snapshot: places[index].answer = .snapshot(book.snapshot)
      case .read(let position):
        places[index].answer = .page(
          try book.read(after: position, limit: Int.random(in: 1...5, using: &random)))
      case .append(let entries, let position):
        let before = book.head
        let page = try book.append(entries, after: position)
        order += book.entries.suffix(Int(book.head - before)).map { $0.message[0] }
        places[index].answer = .page(page)
      }
    } catch {
      places[index].answer = .failure(error)
    }
  }

  private mutating func deliver(_ index: Int) {
    guard places[index].request != nil else { return }
    let isLost = places[index].isCutOff || Int.random(in: 0..<8, using: &random) == 0
    guard let answer = isLost ? .failure(.unavailable(log: "log", reason: "cut off")) : places[index].answer
    else { return }
    places[index].request = nil
    places[index].answer = nil
    switch answer {
    case .failure(let error): _ = places[index].machine.failed(error)
    case .snapshot(let snapshot):
      guard let snapshot = places[index].machine.received(snapshot) else { return }
      places[index].confirmed = snapshot.states[0].state
      for ticket in places[index].machine.start(from: snapshot) {
        places[index].sent.removeAll { $0.ticket == ticket }
      }
      save(index)
    case .page(let page):
      for entry in places[index].machine.received(page) {
        guard let origin = places[index].machine.take(entry) else { break }
        places[index].confirmed.append(entry.message[0])
        if case .here(let ticket) = origin {
          places[index].effects.append(entry.message[0])
          if places[index].sent.first?.ticket != ticket { flaw = "confirmed out of the order of sending" }
          places[index].sent.removeAll { $0.ticket == ticket }
        }
      }
      places[index].machine.finished()
      save(index)
    }
  }

  private mutating func save(_ index: Int) {
    let machine = places[index].machine
    places[index].disk = (
      machine.position, machine.position == 0 ? nil : lastEntry(machine.position), places[index].confirmed,
      machine.writers
    )
  }

  private func lastEntry(_ position: UInt64) -> LogEntry? {
    position < book.first ? nil : book.entries[Int(position - book.first)]
  }

  /// Ends a place at any point, and begins it again from its disk; a request may still reach the log.
  private mutating func crash(_ index: Int) {
    if let request = places[index].request, Bool.random(using: &random), !places[index].isCutOff {
      _ = request
      reachLog(index)
    }
    let old = places[index]
    var machine = ReplicaMachine(log: "log", writer: old.machine.writer)
    _ = machine.restore(
      position: old.disk.position, last: old.disk.last, writers: old.disk.writers,
      pending: old.machine.pending.map(\.entry), sentUpTo: old.machine.sentUpTo)
    places[index].machine = machine
    places[index].confirmed = old.disk.confirmed
    places[index].request = nil
    places[index].answer = nil
    places[index].sent = zip(machine.pending, old.sent).map { ($0.ticket, $1.message) }
  }

  private mutating func compact() {
    guard let index = places.indices.randomElement(using: &random) else { return }
    let place = places[index]
    guard place.machine.position > 0 else { return }
    let snapshot = LogSnapshot(
      position: place.machine.position, digest: 0,
      states: [
        LogState(
          store: "list", kind: SchemaKind(name: "numbers", version: 1), rules: 1, state: place.confirmed)
      ],
      writers: place.machine.writers.map { LogWriterNumber(writer: $0.key, number: $0.value) })
    try? book.keep(snapshot, keeping: Int.random(in: 0...3, using: &random))
  }

  // MARK: Laws

  private mutating func check(_ index: Int) {
    if flaw != nil { return }
    let place = places[index]
    if let problem = place.machine.problem { flaw = "the place \(index) has stopped: \(problem)" }
    if place.confirmed != Array(order.prefix(place.confirmed.count)) {
      flaw = "the place \(index) has \(place.confirmed), and the log's order is \(order)"
    }
    if Int(place.machine.position) != place.confirmed.count {
      flaw = "the place \(index) is at \(place.machine.position) with \(place.confirmed.count) messages"
    }
    if place.view != place.confirmed + place.sent.map(\.message) {
      flaw = "the place \(index) shows \(place.view), and \(place.sent.map(\.message)) wait"
    }
    if Set(order).count != order.count { flaw = "a message is in the log twice: \(order)" }
    if Set(place.effects).count != place.effects.count { flaw = "an effect has begun twice at \(index)" }
  }

  mutating func checkEnd() {
    if flaw != nil { return }
    for (index, place) in places.enumerated() {
      if place.confirmed != order { flaw = "the place \(index) ends with \(place.confirmed), not \(order)" }
      if !place.machine.pending.isEmpty {
        flaw = "at the end \(place.machine.pending.count) messages wait at \(index)"
      }
    }
    if order.count != Int(nextMessage) - 1 {
      flaw = "\(nextMessage - 1) messages were sent, the log has \(order)"
    }
  }
}

@Suite("Replicas under faults")
struct ReplicaMachineSimulationTests {
  @Test("take every message once, in one order, whatever fails", arguments: 0..<20)
  func simulation(block: UInt64) throws {
    for seed in block * 100..<(block + 1) * 100 {
      var simulation = try ReplicaMachineSimulation(seed: seed, count: 2 + Int(seed % 3))
      for _ in 0..<300 { simulation.step() }
      simulation.settle()
      simulation.checkEnd()
      if let flaw = simulation.flaw {
        Issue.record("seed \(seed): \(flaw)")
        return
      }
    }
  }
}
