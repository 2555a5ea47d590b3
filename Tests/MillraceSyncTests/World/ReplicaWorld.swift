import Millrace

@testable import MillraceSync

/// Some replicas of one list of numbers, and their log: a value that a random walk and a model check both
/// drive.
///
/// A request may be lost on its way to the log or on its way back, arrive more than once, or arrive after
/// later ones. A place may end at any point; what its file has then is what it had at its last flush.
struct ReplicaWorld: Hashable, Sendable {
  /// One event, at one place or in the log.
  enum Step: Hashable, Sendable {
    /// A user sends the next message.
    case send(Int)
    /// A replica makes its next request, if it has one.
    case ask(Int)
    /// The request of a place reaches the log, perhaps for the second time.
    case arrive(Int, limit: Int)
    /// The log's answer reaches its place.
    case answer(Int)
    /// The connection of a place breaks; its request may still be on its way.
    case cut(Int)
    /// A request whose connection has broken reaches the log at last.
    case late(Int)
    /// A place that follows the log learns that it has more.
    case news(Int)
    /// A place writes all that it has to its file.
    case flush(Int)
    /// A place ends without warning, and begins again from its file.
    case crash(Int)
    /// A place keeps a snapshot in the log.
    case compact(Int, keeping: Int)

    /// The place that the step changes; nil if it changes the log only.
    var place: Int? {
      switch self {
      case .send(let place), .ask(let place), .answer(let place), .cut(let place), .news(let place),
        .flush(let place), .crash(let place):
        place
      case .arrive, .late, .compact: nil
      }
    }
  }

  /// The contents of a place's file.
  struct Disk: Hashable, Sendable {
    var position: UInt64 = 0
    var last: LogEntry?
    var writers: [LogWriter: UInt64] = [:]
    var pending: [LogEntry] = []
    var sentUpTo: UInt64 = 0
    var confirmed: [UInt8] = []
    var waiting: [UInt8] = []
    var begun: [UInt8] = []
  }

  /// One place: a machine, its numbers, and what its user knows.
  struct Place: Hashable, Sendable {
    var machine: ReplicaMachine
    /// The messages that were taken from the log.
    var confirmed: [UInt8] = []
    /// The messages that were sent here and not confirmed, in the order of sending.
    var waiting: [UInt8] = []
    /// The messages whose effects have begun here.
    var begun: [UInt8] = []
    /// The last entry that was taken.
    var last: LogEntry?
    /// The request in progress, and the answer on its way.
    var request: ReplicaMachine.Request?
    var answer: Answer?
    var disk = Disk()

    /// The messages that the user sees: confirmed, then pending.
    var view: [UInt8] { confirmed + machine.pending.map { $0.entry.message[0] } }
  }

  enum Answer: Hashable, Sendable {
    case page(LogPage)
    case snapshot(LogSnapshot?)
    case failure(SharedLogError)
  }

  private(set) var book = LogBook(name: "log")
  private(set) var places: [Place]
  /// The appends whose connections have broken, and which may still reach the log.
  private(set) var onTheirWay: [ReplicaMachine.Request] = []
  private(set) var nextMessage: UInt8 = 1
  /// All messages in the order of the log, also those whose entries were removed behind a snapshot.
  private(set) var order: [UInt8] = []
  /// The messages that were in memory only when their place ended.
  private(set) var forgotten: Set<UInt8> = []
  /// The first law that was broken, as a sentence.
  private(set) var flaw: String?
  /// The clock of each place, in nanoseconds; it may jump in either direction.
  var clocks: [Int64]

  /// The length of the list of late requests at most.
  let lateLimit: Int

  init(places count: Int, lateLimit: Int) throws {
    places = try (0..<count).map {
      Place(machine: ReplicaMachine(log: "log", writer: try LogWriter("writer \($0)")))
    }
    clocks = Array(repeating: 0, count: count)
    self.lateLimit = lateLimit
  }

  /// True if every place has everything and nothing is in progress.
  var isSettled: Bool {
    onTheirWay.isEmpty
      && places.allSatisfy {
        $0.request == nil && $0.machine.pending.isEmpty && $0.machine.position == book.head
          && $0.machine.isCurrent
      }
  }

  // MARK: Steps

  /// Carries out a step, and compares the result with the laws; returns false, with nothing changed, if the
  /// step cannot happen now.
  mutating func take(_ step: Step) -> Bool {
    let isPossible =
      switch step {
      case .send(let index): send(index)
      case .ask(let index): ask(index)
      case .arrive(let index, let limit): arrive(index, limit: limit)
      case .answer(let index): answer(index)
      case .cut(let index): cut(index)
      case .late(let number): late(number)
      case .news(let index): news(index)
      case .flush(let index): flush(index)
      case .crash(let index): crash(index)
      case .compact(let index, let count): compact(index, keeping: count)
      }
    if isPossible { check(step.place) }
    return isPossible
  }

  private mutating func send(_ index: Int) -> Bool {
    guard nextMessage < 250 else { return false }
    let (message, writer, time) = (nextMessage, places[index].machine.writer, clocks[index])
    nextMessage += 1
    _ = places[index].machine.add { number in
      LogEntry(
        writer: writer, number: number, store: "list", kind: SchemaKind(name: "number", version: 1), rules: 1,
        time: time, message: [message])
    }
    places[index].waiting.append(message)
    return true
  }

  private mutating func ask(_ index: Int) -> Bool {
    places[index].machine.retryIsDue()
    guard places[index].request == nil, let request = places[index].machine.nextRequest() else {
      return false
    }
    // The log gets only what the file has.
    if case .append = request { _ = flush(index) }
    places[index].request = request
    return true
  }

  private mutating func arrive(_ index: Int, limit: Int) -> Bool {
    guard let request = places[index].request else { return false }
    places[index].answer = reach(request, limit: limit)
    return true
  }

  private mutating func late(_ number: Int) -> Bool {
    guard onTheirWay.indices.contains(number) else { return false }
    _ = reach(onTheirWay.remove(at: number), limit: 1)
    return true
  }

  /// Carries out a request in the log.
  private mutating func reach(_ request: ReplicaMachine.Request, limit: Int) -> Answer {
    do throws(SharedLogError) {
      switch request {
      case .snapshot: return .snapshot(book.snapshot)
      case .read(let position): return .page(try book.read(after: position, limit: limit))
      case .append(let entries, let position):
        let before = book.head
        let page = try book.append(entries, after: position)
        order += book.entries.suffix(Int(book.head - before)).map { $0.message[0] }
        return .page(page)
      }
    } catch {
      return .failure(error)
    }
  }

  private mutating func cut(_ index: Int) -> Bool {
    guard let request = places[index].request else { return false }
    if case .append = request, onTheirWay.count < lateLimit, !onTheirWay.contains(request) {
      onTheirWay.append(request)
    }
    (places[index].request, places[index].answer) = (nil, nil)
    _ = places[index].machine.failed(.unavailable(log: "log", reason: "cut off"))
    return true
  }

  private mutating func answer(_ index: Int) -> Bool {
    guard let answer = places[index].answer else { return false }
    (places[index].request, places[index].answer) = (nil, nil)
    switch answer {
    case .failure(let error): _ = places[index].machine.failed(error)
    case .snapshot(let snapshot):
      guard let snapshot = places[index].machine.received(snapshot) else { return true }
      places[index].confirmed = snapshot.states[0].state
      places[index].last = nil
      let contained = places[index].machine.start(from: snapshot).count
      places[index].waiting.removeFirst(contained)
    case .page(let page):
      var rest = places[index].machine.received(page)
      while !rest.isEmpty, let taken = places[index].machine.take(rest.run(upTo: .max)) {
        places[index].confirmed += rest.prefix(taken.count).map { $0.message[0] }
        places[index].last = rest.prefix(taken.count).last
        if case .here = taken.origin, let message = rest.first?.message[0] {
          if places[index].waiting.first != message {
            flaw = "the place \(index) confirms \(message) out of the order of sending"
          }
          places[index].waiting.removeAll { $0 == message }
          places[index].begun.append(message)
        }
        rest = rest.dropFirst(taken.count)
      }
      places[index].machine.finished()
    }
    return true
  }

  private mutating func news(_ index: Int) -> Bool {
    // A log is followed from the position that it was taken to, and says only that it has more.
    let machine = places[index].machine
    guard machine.outstanding == nil, machine.isCurrent, book.head > machine.position else { return false }
    places[index].machine.news()
    return true
  }

  private mutating func flush(_ index: Int) -> Bool {
    let place = places[index]
    let disk = Disk(
      position: place.machine.position, last: place.last, writers: place.machine.writers,
      pending: place.machine.pending.map(\.entry), sentUpTo: place.machine.sentUpTo,
      confirmed: place.confirmed, waiting: place.waiting, begun: place.begun)
    if disk == place.disk { return false }
    places[index].disk = disk
    return true
  }

  private mutating func crash(_ index: Int) -> Bool {
    let place = places[index]
    if case .append = place.request, onTheirWay.count < lateLimit, let request = place.request,
      !onTheirWay.contains(request)
    {
      onTheirWay.append(request)
    }
    var next = Place(machine: ReplicaMachine(log: "log", writer: place.machine.writer))
    next.disk = place.disk
    _ = next.machine.restore(
      position: place.disk.position, last: place.disk.last, writers: place.disk.writers,
      pending: place.disk.pending, sentUpTo: place.disk.sentUpTo)
    (next.confirmed, next.last) = (place.disk.confirmed, place.disk.last)
    (next.waiting, next.begun) = (place.disk.waiting, place.disk.begun)
    forgotten.formUnion(Set(place.waiting).subtracting(place.disk.waiting).subtracting(place.disk.confirmed))
    places[index] = next
    return true
  }

  private mutating func compact(_ index: Int, keeping count: Int) -> Bool {
    let place = places[index]
    guard place.machine.position > 0 else { return false }
    let state = LogState(
      store: "list", kind: SchemaKind(name: "numbers", version: 1), rules: 1, state: place.confirmed)
    let writers = place.machine.writers.map { LogWriterNumber(writer: $0.key, number: $0.value) }
      .sorted { $0.writer < $1.writer }
    let snapshot = LogSnapshot(
      position: place.machine.position, digest: 0, states: [state], writers: writers)
    let before = book
    try? book.keep(snapshot, keeping: count)
    return book != before
  }

  // MARK: Laws

  /// Compares the log, or the place that has changed, with the laws.
  private mutating func check(_ index: Int?) {
    if flaw != nil { return }
    if Set(order).count != order.count { flaw = "a message is in the log twice: \(order)" }
    if let index {
      let place = places[index]
      if let problem = place.machine.problem { flaw = "the place \(index) has stopped: \(problem)" }
      if place.confirmed != Array(order.prefix(place.confirmed.count)) {
        flaw = "the place \(index) has \(place.confirmed), and the log's order is \(order)"
      }
      if Int(place.machine.position) != place.confirmed.count {
        flaw = "the place \(index) is at \(place.machine.position) with \(place.confirmed.count) messages"
      }
      if place.view != place.confirmed + place.waiting {
        flaw = "the place \(index) shows \(place.view), and \(place.waiting) wait"
      }
      if Set(place.begun).count != place.begun.count { flaw = "an effect has begun twice at \(index)" }
    }
  }

  /// Compares an end, at which all are settled, with the laws; returns the first that is broken.
  func flawAtEnd() -> String? {
    if let flaw { return flaw }
    for (index, place) in places.enumerated() where place.confirmed != order || !place.waiting.isEmpty {
      return
        "the place \(index) ends with \(place.confirmed), and \(place.waiting) wait; the log has \(order)"
    }
    let lost = Set(1..<nextMessage).subtracting(order).subtracting(forgotten)
    return lost.isEmpty ? nil : "the messages \(lost.sorted()) were sent, and the log has \(order)"
  }
}
